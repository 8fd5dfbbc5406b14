import type { UndoObstacle } from '../../vault/writing/undo/change-state';
import { counted, localDay, twoDigits } from '../plain-words';
import { type ActivityEntry, mainPath } from './activity-entries';

/** The time of day: `14:03`. */
export function clockWords(time: number): string {
  const moment = new Date(time);
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** The time of day, and before today the day: `14:03`, `2026-11-20 14:03`. */
export function timeWords(time: number, now: number): string {
  const day = localDay(new Date(time));
  return day === localDay(new Date(now)) ? clockWords(time) : `${day} ${clockWords(time)}`;
}

const dayMilliseconds = 86_400_000;

/** `Today`, `Yesterday`, or the day. */
export function dayWords(time: number, now: number): string {
  const day = localDay(new Date(time));
  if (day === localDay(new Date(now))) return 'Today';
  return day === localDay(new Date(now - dayMilliseconds)) ? 'Yesterday' : day;
}

/** The name of a file without its folder, and without the ending of a note. */
export function nameWords(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, () => '');
}

/** How it ended: `Read`, `Changed`, `Undone`, or an error in words. */
export function outcomeWords({ outcome, effect, changeId, isUndone }: ActivityEntry): string {
  if (outcome !== 'ok') return outcome.replaceAll('_', () => ' ');
  if (isUndone) return 'undone';
  if (changeId !== undefined) return 'changed';
  return effect === 'reads' ? 'read' : 'done';
}

/** What it was about: a note, or how many files. */
export function placeWords({ path, change }: ActivityEntry): string {
  if (change === undefined) return path ?? '';
  const count = change.files.filter(({ isFolder }) => isFolder !== true).length;
  return count > 1 ? counted(count, 'file') : (mainPath(change) ?? path ?? '');
}

export const obstacleWords: Readonly<Record<UndoObstacle['reason'], string>> = {
  changedSince: 'it was changed again since, by you or another program',
  notKept: 'what was there before has not been kept',
};
