// `npm run bench:tools`: what a model pays for in `tools/list` (names, descriptions, input schemas), in bytes a tool and
// a part. The limits are held by tests/tools/tool-list.test.ts.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModules } from '../bundle.mjs';

const root = join(fileURLToPath(import.meta.url), '..', '..', '..');
const outdir = join(root, 'node_modules', '.cache', 'lectern-tool-list');
await bundleModules(
  { tools: join(root, 'src/tools/index.ts'), schema: join(root, 'src/tools/json-schema.ts') },
  outdir,
);
const { tools } = await import(join(outdir, 'tools.mjs'));
const { describeTool } = await import(join(outdir, 'schema.mjs'));

const bytes = value => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** The descriptions in a schema, without the keys and quotes around them. */
const textsOf = value =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === 'description' && typeof inner === 'string' ? [inner] : textsOf(inner),
      );

const rows = tools.map(tool => {
  const { name, description, inputSchema } = describeTool(tool);
  const texts = textsOf(inputSchema);
  const text = texts.reduce((sum, one) => sum + bytes(one), 0);
  const all = bytes({ name, description, inputSchema }) + 1;
  return {
    tool: name,
    profile: tool.profile ?? 'standard',
    all,
    description: bytes(description),
    'argument texts': text,
    structure: all - bytes(description) - text,
    arguments: texts.length,
  };
});
const sum = listed =>
  Object.fromEntries(
    ['all', 'description', 'argument texts', 'structure', 'arguments'].map(part => [
      part,
      listed.reduce((total, row) => total + row[part], 0),
    ]),
  );
console.table([
  ...rows,
  { tool: '(core)', ...sum(rows.filter(({ profile }) => profile === 'core')) },
  { tool: '(all)', ...sum(rows) },
]);
