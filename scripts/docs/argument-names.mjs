// The tables of docs/clients.md that show what src/tools/argument-shapes.ts has.

/** A page with the two tables between their marks. */
export function withArgumentNames(page, { usualNames, folderNames, oldPathNames, clientNames }) {
  const taken = Object.entries(usualNames).map(([own, names]) => `| \`${own}\` | ${quoted(names)} |`);
  const folders = `| \`path\` of a folder | ${quoted(folderNames)} |\n| \`path\` beside \`newPath\` | ${quoted(oldPathNames)} |`;
  const left = Object.entries(clientNames).map(([name, source]) => `| \`${name}\` | ${source} |`);
  return between(
    between(page, 'names-taken', table(['Argument', 'Other names'], [...taken, folders])),
    'names-left-out',
    table(['Argument', 'Sent by'], left),
  );
}

function quoted(names) {
  return names.map(name => `\`${name}\``).join(', ');
}

function table(heads, rows) {
  return [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...rows].join('\n');
}

function between(page, mark, text) {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- ${mark}:end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for a table: ${begin} … ${end}.`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
