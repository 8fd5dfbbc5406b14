/** The journal's lines as they are on disk. Everything read back goes through these schemas. */
import * as z from 'zod';
import { parsedJson } from '../../utils/json';
import { hasDotSegment, isVaultPath } from '../access/vault-path';

const changeKinds = ['create', 'edit', 'move', 'delete'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * What happens to one file or folder in a change. The journal, undo, recovery, approval and the pictures of
 * differences extend it; each has the contents in its own form: bytes, texts or hashes.
 */
export interface FileChange<Content> extends Readonly<Omit<ChangedFile, 'before' | 'after'>> {
  /** The whole content; undefined if there is none, or if it is not known. */
  readonly before?: Content | undefined;
  readonly after?: Content | undefined;
}

const count = z.int().min(0);
const canvasCounts = z.object({ cards: count, arrows: count });

/**
 * What a change does as a whole, if the list of its files does not show it. It is data: the interface puts it
 * into the app's language (src/ui/action-text.ts). Texts from notes are excerpts.
 */
export const changeAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('renameProperty'), from: z.string(), to: z.string(), notes: count }),
  /** Tags are without `#`. */
  z.object({ kind: z.literal('renameTag'), from: z.string(), to: z.string(), notes: count }),
  z.object({
    kind: z.literal('renameHeading'),
    path: z.string(),
    from: z.string(),
    to: z.string(),
    links: count,
    otherFiles: count,
  }),
  z.object({
    kind: z.literal('mergeNotes'),
    from: z.string(),
    into: z.string(),
    /** Files with links to either note, not counting these two. */
    otherFiles: count,
    /** The merged note is deleted without a copy in the trash. */
    isPermanent: z.boolean(),
  }),
  z.object({
    kind: z.literal('replaceText'),
    find: z.string(),
    replacement: z.string(),
    places: count,
    notes: count,
  }),
  z.object({
    kind: z.literal('editCanvas'),
    added: canvasCounts,
    changed: canvasCounts,
    removed: canvasCounts,
  }),
  z.object({
    kind: z.literal('addAttachment'),
    path: z.string(),
    mediaType: z.string(),
    bytes: count,
    note: z.string().optional(),
  }),
]);
export type ChangeAction = Readonly<z.output<typeof changeAction>>;
export type CanvasCounts = Readonly<z.output<typeof canvasCounts>>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.string().regex(/^[0-9a-z-]{8,40}$/);

/** The journal is in the vault, so any program may have written it: only paths that a caller could name are used. */
const path = z.string().refine(text => isVaultPath(text) && !hasDotSegment(text));

const image = z.object({
  /** SHA-256 of the bytes. */
  hash,
  size: z.int().min(0),
  /** Bytes on disk; left out if the content was too large to keep. */
  stored: z.int().min(0).optional(),
  /** The blob that holds it with other contents of the change; if left out, the blob is named by the hash. */
  file: id.optional(),
  at: z.int().min(0).optional(),
});
export type Image = z.output<typeof image>;

/** The name of the file that holds a content. */
export function fileOf({ file, hash: own }: Image): string {
  return file ?? own;
}

const changedFile = z.object({
  kind: z.enum(changeKinds),
  path,
  /** Only for a move. */
  newPath: path.optional(),
  isFolder: z.boolean().optional(),
  /** Only targets of links changed, because of a change elsewhere. */
  isLinking: z.boolean().optional(),
  before: image.optional(),
  after: image.optional(),
});
export type ChangedFile = z.output<typeof changedFile>;

const begin = z.object({
  type: z.literal('begin'),
  id,
  /** Milliseconds since 1970. */
  time: z.int(),
  token: z.string(),
  /** The first digits of the hash of the token's value; missing if the user made the change in the app. */
  key: z.string().optional(),
  client: z.string().optional(),
  tool: z.string(),
  undoes: id.optional(),
  /** What it does as a whole. An unknown action, of a later version, is ignored. */
  action: changeAction.optional().catch(undefined),
  files: z.array(changedFile),
  /** Files whose links the app changes because of a move: path after the move, content before it. */
  linked: z.array(z.object({ path, before: image })).optional(),
  /** Of a change that is recorded again; otherwise a line says it. */
  isFailed: z.boolean().optional(),
});
export type BeginLine = z.output<typeof begin>;
export type LinkedImage = NonNullable<BeginLine['linked']>[number];

const done = z.object({
  type: z.literal('done'),
  id,
  time: z.int(),
  /** Files found only after the change: notes whose links followed a move. */
  more: z.array(changedFile).optional(),
  /** Paths of files whose links could not be changed. */
  unchanged: z.array(path).optional(),
});

/** It was answered as an error, and parts of it may be left: recovery takes it back. */
const failed = z.object({ type: z.literal('failed'), id, time: z.int() });

const rolledBack = z.object({
  type: z.literal('rolledBack'),
  id,
  time: z.int(),
  /** Paths of files that were not reverted because another program changed them meanwhile. */
  left: z.array(path).optional(),
});

const line = z.discriminatedUnion('type', [begin, done, failed, rolledBack]);
export type JournalLine = z.output<typeof line>;
export type EndLine = Exclude<JournalLine, BeginLine>;

interface SegmentText {
  readonly lines: readonly JournalLine[];
  /** Whether a line is invalid, apart from a last one that a crash cut off. */
  readonly isDamaged: boolean;
}

/** Parses a segment; ignores a last line without line break, which a crash cut off. */
export function readSegment(text: string): SegmentText {
  const rows = text.split('\n');
  const tail = rows.pop() ?? '';
  const lines: JournalLine[] = [];
  let isDamaged = tail !== '' && !tail.startsWith('{');
  for (const row of rows) {
    const read = line.safeParse(parsedJson(row)).data;
    if (read === undefined) isDamaged = true;
    else lines.push(read);
  }
  return { lines, isDamaged };
}
