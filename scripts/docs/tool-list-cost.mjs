// `npm run bench:tools`: what a model pays for in `tools/list` (names, descriptions, input schemas), in bytes a tool and
// a part. The limits are held by tests/tools/tool-lists.test.ts.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const bundle = await build({
  stdin: {
    contents: "export { tools } from './src/tools'; export { describerOf } from './src/tools/json-schema';",
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const { tools, describerOf } = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString('base64')}`
);

const bytes = value => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** The descriptions in a schema, without the keys and quotes around them. */
const textsOf = value =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === 'description' && typeof inner === 'string' ? [inner] : textsOf(inner),
      );

const profiles = ['core', 'standard', 'all'];
const parts = ['all', 'description', 'argument texts', 'structure', 'arguments'];

/** What each tool of a profile costs, for a token that may use all of them. */
function rowsOf(profile) {
  const isListed = tool => profiles.indexOf(tool.profile ?? 'all') <= profiles.indexOf(profile);
  const listed = tools.filter(isListed);
  const shows = name => !tools.some(tool => tool.name === name) || listed.some(tool => tool.name === name);
  return listed.map(tool => {
    const view = { profile, shows, withOutputSchemas: false };
    const { name, description, inputSchema } = describerOf(tool)(view);
    const texts = textsOf(inputSchema);
    const text = texts.reduce((sum, one) => sum + bytes(one), 0);
    const all = bytes({ name, description, inputSchema }) + 1;
    return {
      tool: name,
      all,
      description: bytes(description),
      'argument texts': text,
      structure: all - bytes(description) - text,
      arguments: Object.keys(inputSchema.properties).length,
    };
  });
}

const sum = (profile, rows) => ({
  tool: `(${profile}: ${rows.length})`,
  ...Object.fromEntries(parts.map(part => [part, rows.reduce((total, row) => total + row[part], 0)])),
});

const core = rowsOf('core');
console.table(core);
console.table([...rowsOf('all'), ...profiles.map(profile => sum(profile, rowsOf(profile)))]);
