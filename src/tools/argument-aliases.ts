/** What clients call arguments, and what they add to every call. */

/** Names of other servers and of models, by the argument that they mean. docs/clients.md has the same table. */
export const usualNames: Readonly<Record<string, readonly string[]>> = {
  path: ['file', 'filePath', 'filepath', 'fileName', 'filename', 'note', 'notePath'],
  oldText: ['oldString', 'oldStr', 'search', 'find'],
  newText: ['newString', 'newStr', 'replacement', 'replace', 'content'],
  edits: ['replacements'],
  content: ['text', 'body'],
  query: ['q', 'pattern'],
  limit: ['maxResults', 'topK', 'count'],
  newPath: ['to', 'destination', 'newName'],
  paths: ['filePaths', 'filepaths', 'files'],
  set: ['frontmatter', 'properties', 'patch'],
  property: ['key'],
  sort: ['sortBy', 'orderBy'],
  excludes: ['exclude', 'excludePatterns'],
  includes: ['include', 'includePatterns'],
  ifExists: ['onConflict'],
  endLine: ['head'],
  matchesPerNote: ['maxMatchesPerHit'],
  link: ['linkText'],
  from: ['sourcePath'],
  newTab: ['newLeaf'],
};

/** The same for a `path` that may be a folder (`fileOrFolder` in src/tools/shared/fields.ts). */
export const folderNames: readonly string[] = [
  'folder',
  'folderPath',
  'directory',
  'dir',
  'dirPath',
  'dirpath',
  'pathPrefix',
];

/** The same for a `path` beside a `newPath`. */
export const oldPathNames: readonly string[] = ['oldPath', 'source', 'sourcePath', 'from'];

/**
 * What programs add to the arguments of every tool, each with where it was reported. It is left out of calls of
 * tools that have no argument of that name.
 */
export const clientNames: Readonly<Record<string, string>> = {
  toolCallId: 'n8n (n8n-io/n8n#21500)',
  sessionId: 'n8n (sansan0/TrendRadar#768)',
  action: 'n8n (sansan0/TrendRadar#768)',
  chatInput: 'n8n (sansan0/TrendRadar#768)',
  tool: 'n8n (sansan0/TrendRadar#768)',
  task_progress: 'Cline (cline/cline#8256)',
  random_string: 'Cursor, for tools without arguments',
  explanation: 'models that say why, as the tools of editors ask them to',
  __tool_use_purpose: 'Kiro',
  requestId: 'programs with their own ids of calls',
  _meta: 'programs that put the protocol’s own field beside the arguments',
};

const ofClients: ReadonlySet<string> = new Set(Object.keys(clientNames).map(camelCase));

/** Whether a program added the argument. */
export function isOfClient(name: string): boolean {
  return ofClients.has(camelCase(name));
}

/**
 * The argument that another name means, of those that there are: itself in snake case, else what the tables say.
 * Undefined if there is none, or more than one.
 * @param takesFolder whether `path` may be a folder
 */
export function meantArgument(
  name: string,
  known: readonly string[],
  takesFolder: boolean,
): string | undefined {
  const own = camelCase(name);
  if (known.includes(own)) return own;
  if (known.includes('newPath') && known.includes('path') && oldPathNames.includes(own)) return 'path';
  const meant = known.filter(one => namesOf(one, takesFolder).includes(own));
  return meant.length === 1 ? meant[0] : undefined;
}

/** The other names of an argument. */
export function namesOf(argument: string, takesFolder: boolean): readonly string[] {
  const usual = Object.hasOwn(usualNames, argument) ? (usualNames[argument] ?? []) : [];
  return argument === 'path' && takesFolder ? [...usual, ...folderNames] : usual;
}

/** `old_text` as `oldText`; underscores at the beginning stay. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/giu, (_match, letter: string) => letter.toUpperCase());
}
