import { counted } from '../../../utils/text/one-line';
import type { Change } from '../../journal/journal';
import type { WriterContext } from '../writer-context';
import { countedFiles, mayUndo, reportedFiles } from './changed-files';
import { UndoCheck } from './change-state';

/** Changes that are looked at: each look reads its files. */
const maxChecked = 20;
const maxNamed = 5;

/** A sentence with the last changes that the caller can undo; undefined if there are none. */
export async function undoableChanges(context: WriterContext): Promise<string | undefined> {
  const { app, authority, journal, targets } = context;
  const check = new UndoCheck(app);
  const named: string[] = [];
  for (const change of journal.newestFirst().slice(0, maxChecked)) {
    if (named.length === maxNamed) break;
    if (change.undoes !== undefined || !mayUndo(change, authority.grant, targets, app)) continue;
    const counts = countedFiles(change, path => targets.canWrite(path));
    if ((await check.obstacle(counts)) === undefined) named.push(...shortly(change, context));
  }
  return named.length === 0 ? undefined : `Last changes that can be undone: ${named.join('; ')}.`;
}

/** `0mwx… (move A.md → B.md and 2 more files)`; nothing of a change whose files the caller does not see. */
function shortly(change: Change, { files }: WriterContext): string[] {
  const seen = reportedFiles(change).filter(({ path }) => files.mayRead(path));
  const main = seen.find(({ kind }) => kind === 'move') ?? seen[0];
  if (main === undefined) return [];
  const { kind, path, newPath } = main;
  const to = newPath === undefined ? '' : ` → ${newPath}`;
  const more = seen.length === 1 ? '' : ` and ${counted(seen.length - 1, 'more file')}`;
  return [`${change.id} (${kind} ${path}${to}${more})`];
}
