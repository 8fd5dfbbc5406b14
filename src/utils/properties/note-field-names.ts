/** The fields that every note has in addition to its properties. */

export const noteFields = [
  'path',
  'name',
  'folder',
  'title',
  'tags',
  'aliases',
  'frontmatter',
  'links',
  'backlinks',
  'wordCount',
  'size',
  'created',
  'modified',
  'tasks',
] as const;

/** The fields that other files have too. */
export const fileFields: ReadonlySet<string> = new Set(
  'path name folder size created modified backlinks'.split(' '),
);

export type NoteField = (typeof noteFields)[number];

export interface NamedField {
  readonly root: NoteField;
  /** Dotted: the field itself, or a part of it, such as `tasks.open`. */
  readonly name: string;
}

const taskCounts = ['open', 'done'];

/** The field of a name in any letter case, such as `wordcount` or `frontmatter.status`; undefined for none. */
export function namedField(name: string): NamedField | undefined {
  const [first = '', ...rest] = name.split('.');
  const folded = first.toLowerCase();
  const root = noteFields.find(field => field.toLowerCase() === folded);
  if (root === undefined) return undefined;
  const inner = rest.join('.');
  if (inner === '') return rest.length === 0 ? { root, name: root } : undefined;
  if (root === 'tasks') {
    const count = inner.toLowerCase();
    return taskCounts.includes(count) ? { root, name: `tasks.${count}` } : undefined;
  }
  return root === 'frontmatter' ? { root, name: `frontmatter.${inner}` } : undefined;
}

/** Names of fields in Dataview, bases, file systems and other languages. */
const otherNames: Readonly<Partial<Record<NoteField, readonly string[]>>> = {
  modified: ['mtime', 'updated', 'lastmodified', 'modifiedat', 'updatedat'],
  created: ['ctime', 'createdat'],
  tags: ['tag'],
  aliases: ['alias'],
  name: ['filename', 'basename'],
  path: ['file', 'filepath'],
  folder: ['directory', 'dir', 'parent'],
  wordCount: ['words'],
  size: ['length', 'bytes', 'filesize'],
  backlinks: ['inlinks', 'orphan', 'orphans', 'isorphan'],
  links: ['outlinks'],
  frontmatter: ['properties'],
  tasks: ['todo'],
};

/** The field that a name such as `word_count`, `tag` or `file.mtime` means; undefined if none is similar. */
export function intendedField(name: string): NoteField | undefined {
  const folded = name.toLowerCase().replaceAll(/^file\.|[-_\s]/gu, () => '');
  return noteFields.find(
    field => field.toLowerCase() === folded || otherNames[field]?.includes(folded) === true,
  );
}

/** Their names in bases, where they follow `file.`. */
const fieldsOfBases: ReadonlyMap<string, string> = new Map([
  ...['path', 'name', 'folder', 'size', 'tags', 'links', 'backlinks'].map(name => [name, name] as const),
  ...Object.entries({ created: 'ctime', modified: 'mtime', frontmatter: 'properties' }),
]);

/** A hint for a name in a base that no note has as a property. */
export function baseFieldHint(name: string): string[] {
  const field = intendedField(name);
  const ofFile = /^ext(?:ension)?$/iu.test(name) ? 'ext' : field && fieldsOfBases.get(field);
  if (ofFile !== undefined) return [`Did you mean \`file.${ofFile}\`?`];
  return field === undefined ? [] : [`Bases have no field \`${field}\`.`];
}
