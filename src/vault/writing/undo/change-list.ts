import { parseDateBound, toIso } from '../../../utils/dates';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { Change } from '../../journal/change-index';
import type { ChangedFile, ChangeKind } from '../../journal/records';
import type { PagedQuery, PageFields } from '../../paging';
import { partGiven } from '../../access/absent-files';
import { parseReference, VaultPath } from '../../access/vault-path';
import { isOwn, reportedFiles, UndoCheck } from './change-state';
import type { WriterContext } from '../writer-context';
import { mapDefined } from '../../../utils/collections';
import { allQuoted, foldersAround, quoted } from '../../../utils/text/pieces';
import { undoneIds } from '../../../utils/undone';

interface ChangesQuery extends PagedQuery {
  /** A date, or the id of a change, which is not listed itself. */
  readonly since?: string | undefined;
  /** A file or folder. */
  readonly path?: string | undefined;
  readonly actor: 'agents' | 'any' | 'me';
}

interface ChangeRow {
  changeId?: string;
  /** ISO 8601 in UTC. */
  time: string;
  /** The token that made the change, or `other` for other programs and the user. */
  actor: string;
  client?: string;
  tool?: string;
  kind: ChangeKind;
  path: string;
  newPath?: string;
  bytesBefore?: number;
  bytesAfter?: number;
  undoable: boolean;
  /** Set if it has been undone. */
  undone?: boolean;
}

/** The longest time between creating a file and writing its first text, milliseconds: disks and machines may be slow. */
const timeToFill = 1000;

interface ChangeListing extends PageFields {
  changes: ChangeRow[];
  /** Why there are none. */
  hints?: string[];
}

interface OtherChange {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind: 'create' | 'edit';
  readonly path: string;
  readonly size: number;
}

type RowSource = OtherChange | { readonly change: Change; readonly file: ChangedFile };

interface KeyedRow {
  /** Milliseconds since 1970, the change's id or the file's path, and the index in the change. */
  readonly key: readonly [number, string, number];
  readonly source: RowSource;
}

type ChangedPaths = Pick<ChangedFile, 'path' | 'newPath'>;

type RowTest = (time: number, changeId: string | undefined, file: ChangedPaths) => boolean;

const maxShownLength = 100;
const changeId = /^[0-9a-z]{9}-[0-9a-z]{4}-[0-9a-z]+$/;

/** The changes of files that one caller may see. */
export class ChangeList {
  constructor(private readonly context: WriterContext) {}

  /** @throws ToolFailure `invalid_query`, `invalid_path`, `invalid_cursor` */
  async list(query: ChangesQuery, signal: AbortSignal): Promise<ChangeListing> {
    const path = this.pathOf(query.path);
    const isPathWanted = this.pathTest(path);
    const isSince = this.sinceTest(query.since);
    const isWanted: RowTest = (time, id, file) => isSince(time, id) && isPathWanted(id, file);
    const loop = { slicer: this.context.slicer, signal };
    const rows = await this.ownRows(query.actor, isWanted, loop);
    if (query.actor === 'any') await this.addOtherRows(rows, isWanted, loop);
    const items = rows.toSorted((a, b) => compareRows(a.key, b.key));
    const { page, ...rest } = this.context.pager.page('list_changes', query, {
      items,
      keyOf: ({ key }) => key,
      compare: ([timeA = 0, idA = '', a = 0], [timeB = 0, idB = '', b = 0]) =>
        compareRows([Number(timeA), String(idA), Number(a)], [Number(timeB), String(idB), Number(b)]),
    });
    const changes = await this.rowsOf(page);
    return { changes, ...rest, ...(items.length === 0 ? { hints: this.emptyHints(query, path) } : {}) };
  }

  /** Reads the files of these rows; each change is checked once. */
  private async rowsOf(page: readonly KeyedRow[]): Promise<ChangeRow[]> {
    const { app, files, journal, targets } = this.context;
    const undone = undoneIds(journal.newestFirst());
    const check = new UndoCheck(app);
    const undoable = new Map<Change, boolean>();
    const rows: ChangeRow[] = [];
    for (const { source } of page) {
      if (!('change' in source)) {
        const { time, size, ...other } = source;
        rows.push({ time: toIso(time), actor: 'other', ...other, bytesAfter: size, undoable: false });
        continue;
      }
      const { change, file } = source;
      const isUndone = undone.has(change.id);
      const allows = (): Promise<boolean> => check.allows(change, files.access.grant, targets);
      const isUndoable = !isUndone && (undoable.get(change) ?? (await allows()));
      undoable.set(change, isUndoable);
      rows.push({ ...rowOf(change, file, isUndoable), ...(isUndone ? { undone: true } : {}) });
    }
    return rows;
  }

  private emptyHints({ path, since, actor }: ChangesQuery, found: VaultPath): string[] {
    const { files } = this.context;
    // The path of a periodic note is not the caller's own word.
    const isGiven = path !== undefined && parseReference(path).kind === 'path';
    const near = isGiven && files.at(found) === undefined ? files.near.to(found.value, () => true) : [];
    return [
      [
        'No change',
        ...(path === undefined ? [] : [`of ${quoted(path, maxShownLength)}`]),
        ...(since === undefined ? [] : [`since ${quoted(since, maxShownLength)}`]),
        'is recorded.',
      ].join(' '),
      ...(near.length === 0 ? [] : [`Near paths: ${allQuoted(near)}.`]),
      ...(actor === 'any' ? [] : ['`actor: "any"` lists changes by other programs too.']),
    ];
  }

  private async ownRows(
    actor: ChangesQuery['actor'],
    isWanted: RowTest,
    loop: SlicedLoop,
  ): Promise<KeyedRow[]> {
    const { journal, files } = this.context;
    const { grant } = files.access;
    const rows: KeyedRow[] = [];
    await forEachInTurn(journal.newestFirst(), loop, change => {
      if (actor === 'me' && !isOwn(change, grant)) return undefined;
      const { time, id } = change;
      return forEachInTurn(reportedFiles(change).entries(), loop, ([index, file]) => {
        if (!isWanted(time, id, file) || !this.canSee(file)) return;
        rows.push({ key: [time, id, index], source: { change, file } });
      });
    });
    return rows;
  }

  /** Files whose last change Lectern did not make. */
  private async addOtherRows(rows: KeyedRow[], isWanted: RowTest, loop: SlicedLoop): Promise<void> {
    const { app, files, journal } = this.context;
    const ends = new EndsOfChanges(path => files.mayRead(path));
    await forEachInTurn(journal.newestFirst(), loop, ({ files: changed, time, ended = time }) =>
      // The disk's clock may round up.
      forEachInTurn(changed, loop, file => ends.add(file, ended + 1)),
    );
    await forEachInTurn(app.vault.getFiles(), loop, file => {
      const { path } = file;
      const { mtime, ctime, size } = file.stat;
      if (mtime <= ends.of(path)) return;
      if (!isWanted(mtime, undefined, file) || !files.canSee(file)) return;
      const kind = mtime - ctime < timeToFill ? 'create' : 'edit';
      rows.push({ key: [mtime, path, 0], source: { time: mtime, kind, path, size } });
    });
  }

  private canSee({ path, newPath = path }: ChangedFile): boolean {
    return [path, newPath].every(one => this.context.files.mayRead(one));
  }

  /** The root if left out. A reference gives the path where its note is or would be. */
  private pathOf(text = ''): VaultPath {
    const { files } = this.context;
    const parsed = parseReference(text);
    if (parsed.kind === 'path') return VaultPath.parseFolder(parsed.path);
    if (parsed.subpath !== undefined) throw partGiven();
    if (parsed.kind === 'periodic') return VaultPath.parse(files.periodicNote(parsed).path);
    if (parsed.kind === 'active') return VaultPath.parse(files.note(text).path);
    return VaultPath.parse(files.linkTarget(parsed.linkpath, '')?.path ?? parsed.linkpath);
  }

  /** A name means a note only if no listed change has that very path. Changes before a move are found by the old name. */
  private pathTest(path: VaultPath): (id: string | undefined, file: ChangedPaths) => boolean {
    const { value } = path;
    if (value === '') return () => true;
    const isListed = (file: ChangedFile): boolean => concerns(file, value) && this.canSee(file);
    const { journal, files } = this.context;
    const isRecorded = journal.newestFirst().some(change => reportedFiles(change).some(isListed));
    const wanted = isRecorded || value.endsWith('.md') ? value : (files.noteNamed(path)?.path ?? value);
    const former: { readonly name: string; readonly until: string }[] = [];
    let name = wanted;
    for (const change of journal.newestFirst()) {
      const move = reportedFiles(change).find(file => nameBefore(file, name) !== undefined);
      if (move === undefined || !this.canSee(move)) continue;
      name = nameBefore(move, name) ?? name;
      former.push({ name, until: change.id });
    }
    return (id = '~', file) =>
      concerns(file, wanted) || former.some(one => id <= one.until && concerns(file, one.name));
  }

  private sinceTest(since: string | undefined): (time: number, id: string | undefined) => boolean {
    if (since === undefined) return () => true;
    const change = changeId.test(since) ? this.context.journal.get(since) : undefined;
    if (change !== undefined) return (time, id) => (id === undefined ? time > change.time : id > change.id);
    const bound = parseDateBound(since, 'since', this.context.clock, 'since');
    return time => time >= bound;
  }
}

/** Whether a path is the wanted one, with or without `.md`, or in the wanted folder, or a folder around it moved. */
function concerns(file: ChangedPaths, name: string): boolean {
  const { path, newPath = path } = file;
  const is = (one: string): boolean => one === name || one === `${name}.md` || one.startsWith(`${name}/`);
  return is(path) || is(newPath) || nameBefore(file, name) !== undefined;
}

/** The path of a file or folder before it, or a folder above it, was moved; undefined for other changes. */
function nameBefore({ path, newPath }: ChangedPaths, name: string): string | undefined {
  if (newPath === undefined) return undefined;
  if (newPath === name || newPath === `${name}.md`) return path;
  return name.startsWith(`${newPath}/`) ? path + name.slice(newPath.length) : undefined;
}

/** Newest first. */
function compareRows(a: KeyedRow['key'], b: KeyedRow['key']): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? 1 : -1;
  return a[2] - b[2];
}

function rowOf(change: Change, file: ChangedFile, undoable: boolean): ChangeRow {
  return {
    changeId: change.id,
    time: toIso(change.time),
    actor: change.token,
    ...(change.client === undefined ? {} : { client: change.client }),
    tool: change.tool,
    kind: file.kind,
    path: file.path,
    ...(file.newPath === undefined ? {} : { newPath: file.newPath }),
    ...(file.before === undefined ? {} : { bytesBefore: file.before.size }),
    ...(file.after === undefined ? {} : { bytesAfter: file.after.size }),
    undoable,
  };
}

/** When Lectern's last change of each file ended, milliseconds since 1970; moves count if the caller saw the file before. */
class EndsOfChanges {
  private readonly ofFiles = new Map<string, number>();
  /** The last move to each path; that of a folder counts for everything in it. */
  private readonly moves = new Map<string, ChangedPaths & { readonly ended: number }>();

  constructor(private readonly sees: (path: string) => boolean) {}

  /** The newest change comes first. */
  add({ path, newPath = path }: ChangedFile, ended: number): void {
    const known = this.ofFiles.get(newPath) ?? ended;
    if (this.sees(path)) this.ofFiles.set(newPath, Math.max(known, ended));
    if (newPath !== path && !this.moves.has(newPath)) this.moves.set(newPath, { path, newPath, ended });
  }

  of(path: string): number {
    const own = this.ofFiles.get(path) ?? -Infinity;
    if (this.moves.size === 0) return own;
    const moves = mapDefined([...foldersAround(path), path], one => this.moves.get(one));
    const [last] = moves.sort((a, b) => b.ended - a.ended);
    if (last === undefined || !this.sees(nameBefore(last, path) ?? path)) return own;
    return Math.max(own, last.ended);
  }
}
