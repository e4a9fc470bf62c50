// Requests to the server; what it says is wrong becomes an Error with its code and hint.

export class ViewError extends Error {
  constructor(about) {
    super(about.what);
    this.code = about.code;
    this.hint = about.hint;
  }
}

async function asked(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ViewError({ code: "", what: "The viewer does not answer.", hint: "Is weft view still running?" });
  }
  if (response.ok) return response;
  const about = await response.json().catch(() => ({ what: `The viewer answers ${response.status}.`, hint: "" }));
  throw new ViewError(about);
}

export const json = async (path) => (await asked(path)).json();
export const text = async (path) => (await asked(path)).text();
export const bytes = async (path) => (await asked(path)).arrayBuffer();
export const post = async (path) => (await asked(path, { method: "POST" })).json();

/// "/api/run/sand.run/frame/12"
export const runPath = (run, ...parts) => ["/api/run", encodeURIComponent(run), ...parts].join("/");
