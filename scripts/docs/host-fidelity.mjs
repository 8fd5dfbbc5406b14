// Where each name and member of the host's module `obsidian` comes from. `node scripts/docs/host-fidelity.mjs [TEXT]`
// prints all of them, or those whose names contain the text; with `--json` as JSON.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostExports, readTypings } from './host-members.mjs';

/**
 * @param root of the project
 * @returns by name: `source`, `does`, and a `note`
 * @throws Error naming what has no source, and what in pkg/headless/fidelity.json is not there any more
 */
export function hostFidelity(root) {
  const data = JSON.parse(readFileSync(join(root, 'pkg/headless/fidelity.json'), 'utf8'));
  const typings = readTypings(root);
  const entries = [...hostExports(root)].flatMap(([name, { isMissing, members, behaviour }]) => [
    { key: name, isMissing, does: behaviour.get(name), ...typings.name(name) },
    ...members.map(member => ({
      key: `${name}.${member}`,
      does: behaviour.get(member),
      ...typings.member(name, member),
    })),
  ]);
  const rows = new Map(entries.map(entry => [entry.key, sourceOf(entry, data)]));
  refuse(
    [...rows].filter(([, { source }]) => source === undefined).map(([key]) => key),
    'have no source',
  );
  refuse(
    Object.values(data)
      .flatMap(Object.keys)
      .filter(key => !rows.has(key)),
    'are not in the host',
  );
  return rows;
}

function sourceOf(entry, data) {
  const does = data.does[entry.key] ?? entry.does ?? 'imitated';
  return { does, ...originOf(entry, data) };
}

function originOf({ key, isMissing, has, isDescribed }, { documented, observed, guessed, host }) {
  if (isMissing) return { source: 'missing', note: '' };
  if (observed[key] !== undefined) return { source: 'observed', note: observed[key] };
  if (guessed[key] !== undefined) return { source: 'guessed', note: guessed[key] };
  if (host[key] !== undefined) return { source: 'host', note: host[key] };
  if (!has) return { source: undefined, note: '' };
  const page = documented[key];
  if (page !== undefined || isDescribed) return { source: 'documented', note: page ?? '' };
  return { source: 'guessed', note: 'From name and type.' };
}

function refuse(keys, what) {
  if (keys.length > 0) throw new Error(`pkg/headless/fidelity.json: ${keys.join(', ')} ${what}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [word = ''] = process.argv.slice(2);
  const rows = hostFidelity(join(dirname(fileURLToPath(import.meta.url)), '..', '..'));
  if (word === '--json') process.stdout.write(JSON.stringify(Object.fromEntries(rows)));
  else
    for (const [key, { source, does, note }] of rows)
      if (key.toLowerCase().includes(word.toLowerCase()))
        console.log(`${key.padEnd(48)} ${source.padEnd(11)} ${does.padEnd(13)} ${note}`);
}
