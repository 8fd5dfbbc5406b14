import { defaultHints, type ErrorCode } from '../../errors';
import { localDay, twoDigits } from '../plain-words';
import { longDayText, dayText } from '../text/formats';
import { t } from '../text/text';
import { type ActivityEntry, directFiles, kindOf, mainPath } from './activity-entries';
import { lastName } from '../../utils/text/path-parts';

/** The time of day: `14:03`. */
export function clockWords(time: number): string {
  const moment = new Date(time);
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** The time of day, and before today the day: `14:03`, `Nov 20, 2026 14:03`. */
export function timeWords(time: number, now: number): string {
  const day = new Date(time);
  return localDay(day) === localDay(new Date(now)) ? clockWords(time) : `${dayText(day)} ${clockWords(time)}`;
}

/** `Today`, `Yesterday`, or the day. */
export function dayWords(time: number, now: number): string {
  if (dayBounds(now).has(time)) return t('common.today');
  if (dayBounds(now, -1).has(time)) return t('common.yesterday');
  return longDayText(new Date(time), new Date(now));
}

/** The local day of a moment, or a day `later` days after it. */
export function dayBounds(moment: number, later = 0): { readonly has: (time: number) => boolean } {
  const day = new Date(moment);
  const midnight = (days: number): number =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
  const [start, end] = [midnight(later), midnight(later + 1)];
  return { has: time => time >= start && time < end };
}

/** A file's name without its folder, and without `.md`. */
export function nameWords(path: string): string {
  return lastName(path).replace(/\.md$/, () => '');
}

/** The outcome: `read` of a place, `changed`, `created`, `undone`, `restored` by an undo, or an error in words. */
export function outcomeWords({ outcome, effect, changeId, change, isUndone, path }: ActivityEntry): string {
  if (outcome !== 'ok') return outcomeText(outcome);
  if (isUndone) return t('outcome.undone');
  if (change?.undoes !== undefined) return t('outcome.restored');
  if (change !== undefined) return t(`outcome.${doneWords[kindOf(directFiles(change.files))]}`);
  if (changeId !== undefined) return t('outcome.changed');
  return t(effect === 'reads' && path !== undefined ? 'outcome.read' : 'outcome.done');
}

const doneWords = { create: 'created', edit: 'changed', move: 'moved', delete: 'deleted' } as const;

/** An error code in words; an unknown one unchanged. */
export function outcomeText(outcome: string): string {
  return isErrorCode(outcome) ? t(`outcome.${outcome}`) : outcome.replaceAll('_', () => ' ');
}

/** What a failed call means for the owner of the vault. */
export function problemText(outcome: string): string {
  const explained = explainedProblems.find(code => code === outcome);
  return t(`activity.problem.${explained ?? 'other'}`);
}

/** Why a change could not be undone after all: a needed content is gone, or was changed meanwhile. */
export function undoProblemText(code: ErrorCode): string {
  if (code === 'version_conflict') return t('activity.obstacle.changedSince');
  return code === 'not_found' ? t('activity.obstacle.notKept') : outcomeText(code);
}

const explainedProblems = [
  'not_found',
  'permission_denied',
  'approval_refused',
  'tool_disabled',
  'version_conflict',
  'paused',
] as const;

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(defaultHints, text);
}

/** Its subject: a note, or a number of files. */
export function placeWords({ path, change }: ActivityEntry): string {
  if (change === undefined) return path ?? '';
  const count = change.files.filter(({ isFolder }) => isFolder !== true).length;
  return count > 1 ? t('common.files', { count }) : (mainPath(change) ?? path ?? '');
}
