// The text of docs/settings.md, from the settings' zod schemas.

/** @param schemas `settings`, `token` and `overlayToken` as JSON Schema of what they take */
export function settingsPage({ settings, token, overlayToken }, notice) {
  const { value } = overlayToken.properties;
  return `# Settings

${notice}

Lectern keeps its settings in \`.obsidian/plugins/lectern-mcp/data.json\` inside the vault. In the app, the settings tab writes that file. The headless host reads the same file (one that was edited by hand to allow more applies after a start with \`--accept-settings\`), and \`--settings FILE\` applies JSON of the same shape on top of it [for one run](#for-one-run).

## The file

${table(settings)}

## A token

${table(token)}

The value of a token is not in the file; see [security](security.md#tokens).

Rules are globs, for paths from the root of the vault. \`Letters/Private\` and \`Letters/Private/**\` both cover that folder and everything in it. A rule without a slash, for example \`Private\` or \`*.secret.md\`, covers that name at any depth. \`*\` stops at a slash, \`**\` does not; \`?\`, \`[a-z]\`, \`{a,b}\` and \`!(a|b)\` work as in bash; \`\\\` escapes the character after it; a leading \`!\` excludes what the rule matches. Without the app, an empty rule, one with \`..\` and one that ends in \`\\\` are refused at the start in the file of \`--settings\`. In \`data.json\` they match nothing, and a rule that matches nothing in the vault is named at the start and by \`lectern doctor\`, with the spelling to use (\`A \\[x\\] \\(1\\)\`) if a folder has exactly that name. For a token, a path that it may not see does not exist.

## For one run

\`lectern VAULT --settings FILE\` takes any subset of the keys above. A given key overrides the stored one, and nothing is saved. An unknown key, a key given twice or a bad value is an error that names it, and the server does not start.

\`tokens\` replaces the stored tokens for the run, except those of clients that signed in. Here, a token needs a name, rights and one of:

- \`value\`: the value itself, ${value.description}; it is hashed at once and not stored;
- \`valueHash\`: the ${token.properties.valueHash.description}

Where one command serves several vaults, \`vaults\` of a token lists the names of those that it may use. A backslash in a rule is written twice, since this is JSON: \`"A \\\\[x\\\\]"\`.

There are more sources of tokens. \`LECTERN_TOKEN\` in the environment, or in the file that \`LECTERN_TOKEN_FILE\` names, adds a token named \`env\`, with the rights of \`--rights\`. If there is no token at all, the host creates one named \`default\` and keeps it, or, if the settings file has an empty list of tokens, one for that run. With \`--stdio\`, the client has one named \`stdio\`, which is not kept.

${fence}json
${JSON.stringify(example, undefined, 2)}
${fence}
`;
}

const fence = '```';

/** Compared with the schema by a test. */
export const example = {
  port: 27160,
  hidden: ['Letters/Private', '*.secret.md'],
  tokens: [
    {
      name: 'librarian',
      rights: 'write',
      value: 'choose-something-long-and-random',
      allowWrite: ['Library/**'],
    },
    {
      name: 'visitor',
      rights: 'read',
      value: 'another-long-and-random-value',
      allow: ['Library/**', 'Home.md'],
    },
  ],
};

function table({ properties, required = [] }) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const standard =
      schema.default === undefined
        ? required.includes(name)
          ? 'needed'
          : ''
        : `\`${JSON.stringify(schema.default)}\``;
    return `| \`${name}\` | ${typeName(schema)} | ${standard} | ${schema.description ?? ''} |`;
  });
  return ['| Key | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function typeName(schema) {
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.format === 'date-time') return 'date and time, ISO 8601 in UTC';
  switch (schema.type) {
    case 'array':
      return `list of ${schema.items.type === 'object' ? '[tokens](#a-token)' : 'texts'}`;
    case 'integer':
      return `number, ${schema.minimum} to ${schema.maximum}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text';
    default:
      return schema.type ?? 'any';
  }
}
