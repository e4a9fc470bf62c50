// The page: home without a fragment, a run with #run=NAME.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Home } from "./home.js";
import { RunPage } from "./run_page.js";
import { byId, trouble } from "./text.js";
import { startTheme } from "./theme.js";

const home = new Home();
let page = null;

function navigate() {
  const run = new URLSearchParams(location.hash.slice(1)).get("run");
  trouble(null);
  page?.close();
  page = null;
  byId("home").hidden = Boolean(run);
  byId("show").hidden = !run;
  byId("chip").hidden = !run;
  byId("title").textContent = run ?? "";
  document.title = run ? `${run} – Weft` : "Weft";
  if (run) page = new RunPage(run);
  else home.load();
  window.weft = { page }; // for tests, and the curious
}

startTheme(() => page);
byId("help-open").onclick = () => byId("help").showModal();
addEventListener("hashchange", navigate);
navigate();
