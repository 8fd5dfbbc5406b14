/** Entry of the bundle `dist/lectern.mjs`; the built plugin lies one folder above it. */
import { fileURLToPath } from 'node:url';
import { keepHeapSmall } from './heap';
import { runCommand } from './serve';

keepHeapSmall();

await runCommand({
  words: process.argv.slice(2),
  environment: process.env,
  mainFile: fileURLToPath(new URL('../main.js', import.meta.url)),
});
