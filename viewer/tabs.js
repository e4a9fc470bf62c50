// Tabs as the ARIA practices describe them: arrows move, the chosen one is in the order of tabulation.
import { byId } from "./text.js";

export function startTabs(changed) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab, focus) => {
    for (const t of tabs) {
      t.setAttribute("aria-selected", String(t === tab));
      t.tabIndex = t === tab ? 0 : -1;
      byId(t.getAttribute("aria-controls")).hidden = t !== tab;
    }
    if (focus) tab.focus();
    changed(tab.id.slice(4));
  };
  for (const [i, tab] of tabs.entries()) {
    tab.onclick = () => choose(tab);
    tab.onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.stopPropagation();
      choose(tabs[(i + by + tabs.length) % tabs.length], true);
    };
  }
  choose(tabs.find((t) => t.getAttribute("aria-selected") === "true"));
}
