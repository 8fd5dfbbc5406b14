import type { UndoObstacle } from '../../vault/writing/undo/change-state';
import { counted, localDay, twoDigits } from '../plain-words';
import { type ActivityEntry, mainPath } from './activity-entries';

/** The time of day, and before today the day: `14:03`, `2026-11-20 14:03`. */
export function timeWords(time: number, now: number): string {
  const moment = new Date(time);
  const day = localDay(moment);
  const clock = `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
  return day === localDay(new Date(now)) ? clock : `${day} ${clock}`;
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
