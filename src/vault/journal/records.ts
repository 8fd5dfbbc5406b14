/** The journal's lines as they are on disk. Everything read back goes through these schemas. */
import * as z from 'zod';
import { changeAction } from './change-action';
import { hasDotSegment, isVaultPath } from '../access/vault-path';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.string().regex(/^[0-9a-z-]{8,40}$/);

/** The journal lies in the vault, so anybody may have written it: only what a caller could name is touched again. */
const path = z.string().refine(text => isVaultPath(text) && !hasDotSegment(text));

const image = z.object({
  /** SHA-256 of the bytes. */
  hash,
  /** Bytes of the content. */
  size: z.int().min(0),
  /** Bytes on disk; left out where the content was too large to be kept. */
  stored: z.int().min(0).optional(),
  /** Names the file among the blobs that holds it, with others of the change; left out, its own hash does. */
  file: id.optional(),
  /** Where in that file it begins. */
  at: z.int().min(0).optional(),
});
export type Image = z.output<typeof image>;

/** The name of the file that holds a content. */
export function fileOf({ file, hash: own }: Image): string {
  return file ?? own;
}

export const changeKinds = ['create', 'edit', 'move', 'delete'] as const;
export type ChangeKind = (typeof changeKinds)[number];

const changedFile = z.object({
  kind: z.enum(changeKinds),
  path,
  /** Of a move. */
  newPath: path.optional(),
  isFolder: z.boolean().optional(),
  /** Only targets of links changed, on account of something that happened elsewhere. */
  isLinking: z.boolean().optional(),
  before: image.optional(),
  after: image.optional(),
});
/** What happens to one file or folder in a change. */
export type ChangedFile = z.output<typeof changedFile>;

const begin = z.object({
  type: z.literal('begin'),
  id,
  /** Milliseconds since 1970. */
  time: z.int(),
  token: z.string(),
  /** The first digits of the hash of the token's value; records of earlier versions have none. */
  key: z.string().optional(),
  client: z.string().optional(),
  tool: z.string(),
  /** The change that this one takes back. */
  undoes: id.optional(),
  /** What it does as a whole. One of a later version that is not known here is as if it were left out. */
  action: changeAction.optional().catch(undefined),
  /** The same as an English text, of records of earlier versions. */
  summary: z.string().optional(),
  files: z.array(changedFile),
  /** Files whose links the app changes on account of a move, where they are after it, with their content before. */
  linked: z.array(z.object({ path, before: image })).optional(),
});
export type BeginLine = z.output<typeof begin>;
export type LinkedImage = NonNullable<BeginLine['linked']>[number];

const done = z.object({
  type: z.literal('done'),
  id,
  time: z.int(),
  /** What turned out beyond the intent: notes whose links followed a move. */
  more: z.array(changedFile).optional(),
});

const rolledBack = z.object({
  type: z.literal('rolledBack'),
  id,
  time: z.int(),
  /** Files that another hand changed meanwhile, and that therefore were not taken back: where they are. */
  left: z.array(path).optional(),
});

const line = z.discriminatedUnion('type', [begin, done, rolledBack]);
export type JournalLine = z.output<typeof line>;

/** One line; undefined for anything that is none. */
export function readLine(text: string): JournalLine | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface SegmentText {
  readonly lines: readonly JournalLine[];
  /** Something in it is neither a line nor the torn end that a crash leaves. */
  readonly isDamaged: boolean;
}

/** Reads a whole segment; a last line without its break was torn by a crash and does not count. */
export function readSegment(text: string): SegmentText {
  const rows = text.split('\n');
  const tail = rows.pop() ?? '';
  const lines: JournalLine[] = [];
  let isDamaged = tail !== '' && !tail.startsWith('{');
  for (const row of rows) {
    const read = readLine(row);
    if (read === undefined) isDamaged = true;
    else lines.push(read);
  }
  return { lines, isDamaged };
}
