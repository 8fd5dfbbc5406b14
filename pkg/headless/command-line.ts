/**
 * Entry of the bundle `dist/lectern.mjs`; the built plugin is one folder above it. The rest is imported only
 * if Node is new enough: an older one would print a page of code and a syntax error.
 */
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './node-version';

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  const { runCommand, programOf } = await import('./command/run');
  const [, script = '', ...words] = process.argv;
  const { env: environment, platform, execPath: nodeProgram } = process;
  await runCommand({
    words,
    environment,
    program: programOf({ environment, platform, script, nodeProgram, workingFolder: process.cwd() }),
    mainFile: fileURLToPath(new URL('../main.js', import.meta.url)),
  });
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
