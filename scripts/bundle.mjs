// Translates the project's TypeScript programs for Node: those of the benchmarks and of the tests that are run by hand.
import { build } from 'esbuild';

const shared = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' };

/**
 * ES modules `NAME.mjs` that load packages from `node_modules`.
 * @param {Record<string, string>} entryPoints names to source files
 * @param {string} outdir a folder below `node_modules`, where the packages are found
 * @param {Record<string, string>} alias names of packages to files that stand in for them
 */
export const bundleModules = (entryPoints, outdir, alias = {}) =>
  build({
    ...shared,
    entryPoints,
    outdir,
    alias,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    format: 'esm',
  });

/** One CommonJS file with everything in it, which runs anywhere. */
export const bundleProgram = (entryPoint, outfile) =>
  build({ ...shared, entryPoints: [entryPoint], outfile, format: 'cjs' });
