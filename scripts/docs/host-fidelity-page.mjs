// The text of docs/host-fidelity.md: where the host's module `obsidian` follows the app.
import { hostFidelity } from './host-fidelity.mjs';

/** @param root of the project */
export function hostFidelityPage(root, notice) {
  const rows = hostFidelity(root);
  const where = wanted => [...rows].filter(([, row]) => wanted(row));
  const doing = word => list(where(({ source, does }) => source !== 'missing' && does === word));
  const noted = source => where(row => row.source === source && row.note !== '');
  return [
    '# Where the host follows the app',
    notice,
    introduction,
    `Of ${rows.size} names and members, ${counts(rows)}. ${behaviourCounts(rows)}`,
    '## Observed',
    table(noted('observed')),
    '## Documented, with remarks',
    table(noted('documented').filter(([, { note }]) => !/^Official docs, “[\w ]+”\.$/.test(note))),
    '## What does less than in the app',
    `In part: ${doing('in part')}.`,
    `Does nothing: ${doing('does nothing')}.`,
    `Refuses: ${doing('refuses')}.`,
    '## Internal members of the app, which plugins use',
    `${list(noted('guessed').filter(([, { note }]) => note.startsWith('Internal')))}.`,
    '## Of the host itself',
    `${list(where(({ source }) => source === 'host'))}.`,
    '## Not imitated',
    `Importing these, extending them and asking \`instanceof\` works. Anything else throws an error with the name: ${list(where(({ source }) => source === 'missing'))}.`,
    '',
  ].join('\n\n');
}

const introduction = `The headless host imitates the module \`obsidian\`. It contains none of the app's code, and it has never run side by side with the app. So each public name has a source: **documented** by the published typings or the official docs, **observed** in the app by somebody, **guessed** from name and type and from what plugins expect, or of the **host** alone. Reading a member that the app may have and the host does not know throws an error that names it.

\`node scripts/docs/host-fidelity.mjs [TEXT]\` prints the source of every name. A name does what its source describes (**imitated**); or a case throws an error that names the member (**in part**); or a call has no effect, because nothing is drawn and nobody presses keys (**does nothing**); or it throws an error with its name (**refuses**).`;

const words = {
  documented: 'documented',
  observed: 'observed',
  guessed: 'guessed',
  host: 'of the host',
  missing: 'not imitated',
};

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
  const lines = rows.map(([key, { note }]) => `| \`${key}\` | ${note} |`);
  return ['| name | what is known |', '| --- | --- |', ...lines].join('\n');
}

function list(rows) {
  return rows.map(([key]) => `\`${key}\``).join(', ');
}
