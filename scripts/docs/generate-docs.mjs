// Writes docs/tools.md from the tool list, docs/settings.md from the settings' schema,
// docs/host-fidelity.md from the host's exports, the typings and pkg/headless/fidelity.json, the pictures of rooms in
// docs/architecture.md from the imports, and the code that pages quote; with --check it only compares.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { withArgumentNames } from './argument-names.mjs';
import { withInstallLinks } from './install-links.mjs';
import { hostFidelityPage } from './host-fidelity-page.mjs';
import { withQuotedCode } from './quoted-code.mjs';
import { withRoomsPictures } from './rooms-picture.mjs';
import { settingsPage } from './settings-page.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const bundle = await build({
  stdin: {
    contents: `
      export { tools } from './src/tools';
      export { clientNames, folderNames, oldPathNames, usualNames } from './src/tools/argument-shapes';
      export { describedFor, describerOf, isListed } from './src/tools/json-schema';
      export { profiles } from './src/utils/rights';
      export { families, commonFailures } from './src/tools/tool';
      export { defaultHints } from './src/errors';
      export { overlaySchema, settingsSchema, tokenSchema } from './src/settings/schema';
      export { serverEntries } from './src/settings/clients/setup-texts';
      export { z } from 'zod';
    `,
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const {
  tools,
  describedFor,
  describerOf,
  isListed,
  profiles,
  families,
  commonFailures,
  defaultHints,
  overlaySchema,
  settingsSchema,
  tokenSchema,
  serverEntries,
  clientNames,
  folderNames,
  oldPathNames,
  usualNames,
  z,
} = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString('base64')}`
);

const notice = '<!-- Generated from src/tools by `npm run gen`; edit the tools, not this text. -->';
const settingsNotice =
  '<!-- Generated from src/settings/schema.ts by `npm run gen`; edit the schema, not this text. -->';
const fidelityNotice =
  '<!-- Generated from pkg/headless/fidelity.json by `npm run gen`; edit that file, not this text. -->';
const byFamily = Object.entries(families)
  .map(([family, title]) => ({ title, members: tools.filter(tool => tool.family === family) }))
  .filter(({ members }) => members.length > 0);

const outputs = {
  'docs/tools.md': toolsPage(),
  'docs/settings.md': await formatted(settingsPage(settingsSchemas(), settingsNotice), 'docs/settings.md'),
  'docs/host-fidelity.md': await formatted(hostFidelityPage(root, fidelityNotice), 'docs/host-fidelity.md'),
  'docs/adding-a-tool.md': withQuotedCode(current('docs/adding-a-tool.md'), root),
  'docs/clients.md': withArgumentNames(withInstallLinks(current('docs/clients.md'), serverEntries), {
    usualNames,
    folderNames,
    oldPathNames,
    clientNames,
  }),
  'docs/architecture.md': withRoomsPictures(current('docs/architecture.md'), root),
};
const stale = Object.entries(outputs).filter(([file, text]) => current(file) !== text);
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.map(([file]) => file).join(', ')}. Run \`npm run gen\`.`);
    process.exit(1);
  }
} else {
  for (const [file, text] of stale) writeFileSync(join(root, file), text);
}

function current(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}

async function formatted(text, file) {
  return format(text, { ...(await resolveConfig(join(root, file))), filepath: file });
}

function settingsSchemas() {
  const asTaken = schema => z.toJSONSchema(schema, { io: 'input' });
  const overlay = asTaken(overlaySchema);
  return {
    settings: asTaken(settingsSchema),
    token: asTaken(tokenSchema),
    overlayToken: overlay.properties.tokens.items,
  };
}

function table() {
  const rows = byFamily.flatMap(({ title, members }) =>
    members.map(
      tool =>
        `| ${title} | [\`${tool.name}\`](#${tool.name}) | ${profileOf(tool)} | ${tool.risk.rights} | ${firstSentence(tool.description)} |`,
    ),
  );
  return [
    '| Family | Tool | From profile | Needs | What it does |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The smallest profile that lists the tool. */
function profileOf({ profile = 'all' }) {
  return `\`${profile}\``;
}

/** Which lists have the tool, and which of its arguments they leave out. */
function listedIn(tool) {
  const lists = profiles.slice(profiles.indexOf(tool.profile ?? 'all')).map(profile => `\`${profile}\``);
  const omitted = usualOnly =>
    Object.entries(tool.input.shape).flatMap(([name, field]) =>
      isListed(field, usualOnly) ? [] : [`\`${name}\``],
    );
  const never = omitted(false);
  const rare = omitted(true).filter(name => !never.includes(name));
  return [
    `Listed in ${lists.join(', ')}.`,
    ...(tool.profile === 'core' && rare.length > 0 ? [`Not listed in \`core\`: ${rare.join(', ')}.`] : []),
    ...(never.length > 0 ? [`Never listed: ${never.join(', ')}.`] : []),
  ].join(' ');
}

function firstSentence(text) {
  return text.slice(0, text.indexOf('. ') + 1) || text;
}

function toolsPage() {
  const sections = byFamily.map(
    ({ title, members }) => `## ${title}\n\n${members.map(section).join('\n\n')}`,
  );
  const codes = Object.entries(defaultHints).map(([code, hint]) => `| \`${code}\` | ${[hint].flat()[0]} |`);
  return [
    '# Tools',
    notice,
    table(),
    'A token lists the tools of its profile: `core` (the default) those for daily work, `standard` more, `all` every one. `core` leaves out arguments that few calls need. A tool or an argument that is not listed is taken all the same.',
    `Every tool can also answer ${commonFailures.map(code => `\`${code}\``).join(', ')}.`,
    'The text of an answer is at most 100 kB unless the call asks for more by `limit` or `maxChars`; images and audio may be larger. A page ends early then, with `nextCursor`; where something else had to be left out, `leftOut` says what, and how to get it.',
    ...sections,
    '## Error codes',
    ['| Code | What to do |', '| --- | --- |', ...codes].join('\n'),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function section(tool) {
  const everything = { profile: 'all', shows: () => true, withOutputSchemas: true };
  const { outputSchema, annotations } = describerOf(tool)(everything);
  // As calls may have them: with defaults, and with what the list leaves out.
  const taken = z.toJSONSchema(tool.input, { io: 'input' });
  const hints = Object.entries(annotations)
    .filter(([, value]) => value === true)
    .map(([name]) => name.replace('Hint', ''));
  const { error: _error, leftOut: _leftOut, ...answer } = outputSchema.properties;
  return [
    `### ${tool.name}`,
    `${tool.title}. Needs \`${tool.risk.rights}\` rights${hints.length > 0 ? ` (${hints.join(', ')})` : ''}.${tool.offByDefault ? ' Off until it is switched on in the settings.' : ''}`,
    describedFor(tool, () => true),
    listedIn(tool),
    fields('Argument', taken.properties ?? {}, taken.required ?? []),
    fields('Answer', answer, outputSchema.anyOf?.[0].required ?? []),
    tool.failures.length > 0
      ? `Failures of its own: ${tool.failures.map(code => `\`${code}\``).join(', ')}.`
      : 'No failures of its own.',
  ].join('\n\n');
}

function fields(title, properties, required) {
  const rows = fieldRows(properties, required, '');
  return rows.length === 0
    ? `${title}: none.`
    : [`| ${title} | Type | |`, '| --- | --- | --- |', ...rows].join('\n');
}

/** A row a field; the fields of a list's objects follow it as `list[].field`. */
function fieldRows(properties, required, prefix) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isOptional = !required.includes(name) || schema.default !== undefined;
    const standard = schema.default === undefined ? '' : ` = \`${JSON.stringify(schema.default)}\``;
    const optional = isOptional ? '?' : '';
    const row = `| \`${prefix}${name}\`${optional}${standard} | ${typeName(schema)} | ${schema.description ?? ''} |`;
    const inner =
      schema.type === 'array' && schema.items?.type === 'object' ? schema.items : { properties: {} };
    return [row, ...fieldRows(inner.properties ?? {}, inner.required ?? [], `${prefix}${name}[].`)];
  });
}

function typeName(schema) {
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(' or ');
  if (schema.type === 'array') return `list of ${plural(typeName(schema.items ?? {}))}`;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeName).join(' or ');
  return schema.type ?? 'any';
}

function plural(type) {
  if (type.startsWith('list of ')) return type.replace('list', () => 'lists');
  return type.startsWith('`') || type === 'any' ? type : `${type}s`;
}
