/** Entry of the bundle `dist/lectern.mjs`; the built plugin lies one folder above it. */
import { fileURLToPath } from 'node:url';
import { runCommand } from './serve';

await runCommand({
  words: process.argv.slice(2),
  environment: process.env,
  mainFile: fileURLToPath(new URL('../main.js', import.meta.url)),
});
