// `npm run bench:relevance -- [options]`: bundles the benchmark and runs it. See README.md beside this file.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const outdir = join(here, '..', '..', '..', 'node_modules', '.cache', 'lectern-bench', 'relevance');

/** Replaces the constants of the ranking, in this bundle only. */
function tuning(constants) {
  const missing = new Set(Object.keys(constants));
  return {
    name: 'tuning',
    setup({ onLoad, onEnd }) {
      onLoad(
        {
          filter:
            /[\\/]src[\\/]search[\\/](score[\\/](scorer|term-factor)|text[\\/]note-fields|query[\\/]word-test|scan[\\/](note-scan|partial-sweep|word-parts)|rerank[\\/]\w+)\.ts$/,
        },
        async ({ path }) => {
          const contents = (await readFile(path, 'utf8')).replace(
            /^(const |  )(\w+)( = |: )(-?[\d._]+)([;,])$/gm,
            (line, before, name, middle, _value, after) => {
              if (!(name in constants)) return line;
              missing.delete(name);
              return `${before}${name}${middle}${constants[name]}${after}`;
            },
          );
          return { contents, loader: 'ts' };
        },
      );
      onEnd(() => ({
        errors: [...missing].map(name => ({ text: `The ranking has no constant "${name}".` })),
      }));
    },
  };
}

/** @returns what `relevance.ts` exports. */
async function translated(constants = {}) {
  const values = Object.entries(constants).map(([name, value]) => `${name}-${value}`);
  const outfile = join(outdir, `${['relevance', ...values].join('-')}.mjs`);
  await build({
    entryPoints: [join(here, 'relevance.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [tuning(constants)],
  });
  return import(pathToFileURL(outfile).href);
}

try {
  const { main } = await translated();
  await main(process.argv.slice(2), async constants => (await translated(constants)).measureRelevance());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
