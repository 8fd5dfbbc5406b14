import type { UndoObstacle } from '../../vault/writing/undo-outlook';
import type { Entry } from './entries';

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The time of day, and before today the day: `14:03`, `2026-11-20 14:03`. */
export function timeWords(time: number, now: number): string {
  const day = dayOf(time);
  const moment = new Date(time);
  const clock = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  return day === dayOf(now) ? clock : `${day} ${clock}`;
}

function dayOf(time: number): string {
  const moment = new Date(time);
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

/** How it ended: `Read`, `Changed`, `Undone`, or an error in words. */
export function outcomeWords({ outcome, effect, changeId, isUndone }: Entry): string {
  if (outcome !== 'ok') return outcome.replaceAll('_', () => ' ');
  if (isUndone) return 'undone';
  if (changeId !== undefined) return 'changed';
  return effect === 'reads' ? 'read' : 'done';
}

/** What it was about: a note, or how many files. */
export function placeWords({ path, change }: Entry): string {
  const count = change?.files.filter(({ isFolder }) => isFolder !== true).length ?? 0;
  if (count > 1) return counted(count, 'file');
  return change?.files[0]?.newPath ?? change?.files[0]?.path ?? path ?? '';
}

export const obstacleWords: Readonly<Record<UndoObstacle, string>> = {
  changedSince: 'it was changed again since, by you or by somebody else',
  notKept: 'what was there before has not been kept',
};
