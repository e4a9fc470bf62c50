// `weft view` as a process: started, its address read, stopped as Ctrl-C would.
import { spawn } from "node:child_process";
import { once } from "node:events";

export async function startViewer(weft, ...words) {
  const process = spawn(weft, ["view", ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [process.stdout, process.stderr]) stream.on("data", (text) => (printed += text));
  for (let tries = 0; tries < 300 && !/http:\S+/.test(printed); ++tries) {
    if (process.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const address = printed.match(/http:\S+/)?.[0];
  if (!address) throw new Error(`weft view ${words.join(" ")} printed no address:\n${printed}`);
  return {
    address,
    pid: process.pid,
    async stop() {
      if (process.exitCode === null) {
        process.kill("SIGINT");
        await once(process, "exit");
      }
      return process.exitCode;
    },
  };
}
