// Loads the built main.js as the app does until its layout is ready, in a process that has done nothing else, and prints
// what that took and touched, as JSON. The app evaluates a plugin's text with `eval`, so nothing of it is compiled ahead.
const { readFileSync } = require('node:fs');

const [, , file] = process.argv;
const text = readFileSync(file, 'utf8');
const asked = [];
const touched = [];
const waiting = [];

/** As far as `onload` of Lectern goes; everything else that it reads of the app is noted. */
class Plugin {
  constructor(app, manifest) {
    Object.assign(this, { app, manifest });
  }
  register() {}
  registerView() {}
}
class Base {}
const obsidian = new Proxy({}, { get: (_, name) => (name === 'Plugin' ? Plugin : Base) });
const workspace = { onLayoutReady: callback => waiting.push(callback) };
const app = new Proxy(
  { workspace },
  {
    get(target, name) {
      if (name !== 'workspace') touched.push(String(name));
      return target[name];
    },
  },
);
const find = name => {
  asked.push(name);
  return name === 'obsidian' ? obsidian : require(name);
};

/** Milliseconds on the processor, which other programs disturb less than those on the clock. */
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const begin = spent();
const run = (0, eval)(
  `(function anonymous(require,module,exports){${text}\n})\n//# sourceURL=plugin:lectern`,
);
const compiled = spent();
const module_ = { exports: {} };
run(find, module_, module_.exports);
const plugin = new module_.exports.default(app, { id: 'lectern-mcp', version: '0.0.0' });
plugin.onload();
const loaded = spent();
const before = { asked: [...new Set(asked)], touched, waiting: waiting.length };
process.stdout.write(
  JSON.stringify({ compile: compiled - begin, load: loaded - compiled, letters: text.length, ...before }),
);
