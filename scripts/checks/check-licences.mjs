// `npm run licences`: what is shipped names every package in it, each with a text of its licence. The build itself
// refuses packages without one.
import { readFileSync } from 'node:fs';

const comment = readFileSync('main.js', 'utf8').split('/*!').at(-1) ?? '';
const besideHost = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = Object.entries(dependencies)
  .filter(([name, version]) => !comment.includes(`\n${name} ${version}: `))
  .map(([name]) => name);
for (const [where, text] of [
  ['main.js', comment],
  ['dist/THIRD-PARTY-LICENSES.txt', besideHost],
])
  for (const group of text.split('\n----\n').slice(1))
    if (!/permission|licensed|redistribution/i.test(group)) missing.push(`a text in ${where}`);
if (missing.length > 0) {
  console.error(`Licences are missing: ${missing.join(', ')}. See scripts/licences.mjs.`);
  process.exit(1);
}
console.log(
  `${[...comment.matchAll(/^\S+ \d\S*: /gm)].length} packages in main.js, ${[...besideHost.matchAll(/^\S+ \d\S*: /gm)].length} in dist, all with their licences.`,
);
