// Time samples of a layer's text, as USD libraries print it: one sample a line.

const number = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|-?inf|nan/gi;

/// By path of the attribute, then by time: the numbers of the sample, brackets left out.
export function usdaSamples(text) {
  const found = new Map();
  const path = [];
  let samples = null;
  for (const line of text.split('\n')) {
    const prim = line.match(/^\s*(?:over|def|class)\s+(?:\w+\s+)?"(.*)"/);
    const attribute = line.match(/(\S+)\.timeSamples = \{/);
    if (prim) path.push(prim[1]);
    else if (attribute) found.set(`/${path.join('/')}.${attribute[1]}`, (samples = new Map()));
    else if (samples) {
      const colon = line.indexOf(': ');
      if (colon < 0) samples = null;
      else samples.set(Number(line.slice(0, colon)), (line.slice(colon + 2).match(number) ?? []).map(Number));
    } else if (/^\s*\}/.test(line)) path.pop();
  }
  return found;
}
