/**
 * TypeScript as ts-jest asks for it, except that esbuild translates the modules: it takes a tenth of the time, and
 * `npm run typecheck` checks the types.
 */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('esbuild');
const typescript = require('typescript');

const options = {
  loader: 'ts',
  format: 'cjs',
  target: 'es2022',
  // Jest's modules can only be required.
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  sourcesContent: false,
};

/**
 * A package that says it is an ES module is used as it is, as in TypeScript's own translation; a copy of each of zod's
 * 250 members for each module that imports it would take longer than the module. Exports are read through one getter.
 */
const helpers = [
  [
    'var __toESM = (mod, isNodeMode, target) => (',
    'var __toESM = (mod, isNodeMode, target) => mod?.__esModule ? mod : (',
  ],
  [
    'var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);',
    'var __toCommonJS = (mod) => __defProp(mod, "__esModule", { value: true });',
  ],
];

/** @throws Error if esbuild has another helper of this name, which must then be looked at */
function withHelper(code, [theirs, ours]) {
  const replaced = code.replace(theirs, () => ours);
  const name = theirs.slice(0, theirs.indexOf(' ='));
  if (replaced === code && code.includes(`${name} =`)) throw new Error(`esbuild has changed "${name}".`);
  return replaced;
}

function transpileModule(text, { fileName }) {
  const { code, map } = transformSync(text, { ...options, sourcefile: fileName });
  const outputText = helpers.reduce(withHelper, code);
  return { outputText: `${outputText}//# sourceMappingURL=`, sourceMapText: map };
}

/** The version is part of the key under which Jest keeps what was translated, and so is this file. */
const ownVersion = createHash('sha256').update(readFileSync(__filename)).digest('hex').slice(0, 16);
module.exports = {
  ...typescript,
  version: `${typescript.version} with esbuild ${version} ${ownVersion}`,
  transpileModule,
};
