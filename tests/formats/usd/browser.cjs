// What Pixar's module, built for browsers, expects around it; every thread of Node loads this first. Its data come
// by XMLHttpRequest, which here reads files; without `fetch` it reads its own code from a file, too.
const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, 'node_modules', 'three-usdz-loader', 'external');
globalThis.location = { pathname: '/', href: 'file:///' };
delete globalThis.fetch;
globalThis.XMLHttpRequest = class {
  open(method, name) {
    this.file = path.join(folder, path.basename(name));
  }
  send() {
    const bytes = fs.readFileSync(this.file);
    this.status = 200;
    this.response = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    setTimeout(() => this.onload({}), 0);
  }
};
