// Light or dark: as the system has it, until somebody chooses.
import { byId } from "./text.js";

const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => document.documentElement.dataset.theme === "dark";

export function startTheme(page) {
  const set = (dark) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    page()?.themeChanged();
  };
  const chosen = () => localStorage.getItem("theme");
  set(chosen() ? chosen() === "dark" : system.matches);
  system.addEventListener("change", () => chosen() || set(system.matches));
  byId("theme").onclick = () => {
    set(!isDark());
    localStorage.setItem("theme", isDark() ? "dark" : "light");
  };
}
