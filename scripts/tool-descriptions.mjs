// The tools as `tools/list` shows them, for the bundle to carry.
import { build } from 'esbuild';

const contents = `
  import { tools } from './src/tools';
  import { describeTool } from './src/tools/json-schema';
  export const described = Object.fromEntries(tools.map(tool => [tool.name, describeTool(tool)]));
`;

/** @returns {Promise<Record<string, object>>} by the names of the tools */
export async function toolDescriptions() {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { described } = await import(`data:text/javascript;base64,${code}`);
  return described;
}
