// The text of docs/host-fidelity.md: where each part of the host's module `obsidian` comes from.
import { hostExports, readTypings } from './host-members.mjs';

/**
 * @param root of the project
 * @param data of pkg/headless/fidelity.json
 * @throws Error naming what has no source, and what in the data is not there any more
 */
export function hostFidelityPage(root, data, notice) {
  const typings = readTypings(root);
  const exports = hostExports(root);
  const entries = [...exports].flatMap(([name, { isMissing, members, behaviour }]) => [
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
  const isMissing = key => rows.get(key).source === 'missing';
  const classes = [...exports].filter(([, { members }]) => members.length > 0);
  const others = [...exports.keys()].filter(
    name => !isMissing(name) && exports.get(name).members.length === 0,
  );
  return [
    '# Where the host follows the app',
    notice,
    introduction,
    behaviours,
    `Of ${rows.size} names and members, ${counts(rows)}. ${behaviourCounts(rows)}`,
    '## Functions, values and classes without members of their own',
    table(others.map(name => [name, rows.get(name)])),
    ...classes.flatMap(([name, { members }]) => [
      `## ${name}`,
      table([name, ...members.map(member => `${name}.${member}`)].map(key => [key, rows.get(key)])),
      ...lacking(name, members, typings),
    ]),
    '## Not imitated',
    `Importing these, extending them and asking \`instanceof\` works. Anything else throws an error with the name: ${list([...exports.keys()].filter(isMissing))}.`,
    '',
  ].join('\n\n');
}

const introduction = `The headless host imitates the module \`obsidian\`. It contains none of the app's code, and it has never run side by side with the app. So this page names the source of the behaviour of each public name:

- **documented**: the published typings describe what it does, or the official docs where the note names them. The description may not cover every case.
- **observed**: someone saw it in the app; the note says who.
- **guessed**: the typings give at most a name and a type. The behaviour follows from those and from what plugins expect.
- **host**: not a member of the app. The host uses it itself.

Members that a class inherits are listed where they are declared. Reading a member that the app may have and the host does not know throws an error that names it.`;

const behaviours = `It also says what the host does:

- **imitated**: the behaviour that the source describes.
- **in part**: the same, but a case that is not imitated throws an error that names the member.
- **does nothing**: a call has no effect, because nothing is drawn and nobody presses keys.
- **refuses**: a call throws an error that names the member.`;

const words = {
  documented: 'documented',
  observed: 'observed',
  guessed: 'guessed',
  host: 'of the host',
  missing: 'not imitated',
};

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

function counts(rows) {
  const sources = [...rows.values()].map(({ source }) => source);
  const parts = Object.entries(words).map(
    ([source, word]) => `${sources.filter(other => other === source).length} are ${word}`,
  );
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

function behaviourCounts(rows) {
  const known = [...rows.values()].filter(({ source }) => source !== 'missing');
  const count = word => known.filter(({ does }) => does === word).length;
  return `Of those that are there, ${count('in part')} are imitated in part, ${count('does nothing')} do nothing, and ${count('refuses')} refuse.`;
}

function table(rows) {
  const lines = rows.map(([key, { does, source, note }]) => `| \`${key}\` | ${does} | ${source} | ${note} |`);
  return ['| Name | Here | Source | |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function lacking(name, members, typings) {
  const missing = typings.membersOf(name).filter(member => !members.includes(member));
  return missing.length === 0
    ? []
    : [`Of the typings' own members, inherited or not imitated: ${list(missing)}.`];
}

function list(names) {
  return names.map(name => `\`${name}\``).join(', ');
}
