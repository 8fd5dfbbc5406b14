import { defaultHints, type ErrorCode } from '../../errors';
import { localDay, twoDigits } from '../plain-words';
import { diaryDayText, dayText } from '../text/formats';
import { t } from '../text/text';
import { type ActivityEntry, mainPath } from './activity-entries';

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

const dayMilliseconds = 86_400_000;

/** `Today`, `Yesterday`, or the day. */
export function dayWords(time: number, now: number): string {
  const day = localDay(new Date(time));
  if (day === localDay(new Date(now))) return t('common.today');
  if (day === localDay(new Date(now - dayMilliseconds))) return t('common.yesterday');
  return diaryDayText(new Date(time), new Date(now));
}

/** The name of a file without its folder, and without the ending of a note. */
export function nameWords(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, () => '');
}

/** How it ended: `read`, `changed`, `undone`, or an error in words. */
export function outcomeWords({ outcome, effect, changeId, isUndone }: ActivityEntry): string {
  if (outcome !== 'ok') return outcomeText(outcome);
  if (isUndone) return t('outcome.undone');
  if (changeId !== undefined) return t('outcome.changed');
  return t(effect === 'reads' ? 'outcome.read' : 'outcome.done');
}

/** An error code in words; one that is not known as it is. */
export function outcomeText(outcome: string): string {
  return isErrorCode(outcome) ? t(`outcome.${outcome}`) : outcome.replaceAll('_', () => ' ');
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(defaultHints, text);
}

/** What it was about: a note, or how many files. */
export function placeWords({ path, change }: ActivityEntry): string {
  if (change === undefined) return path ?? '';
  const count = change.files.filter(({ isFolder }) => isFolder !== true).length;
  return count > 1 ? t('common.files', { count }) : (mainPath(change) ?? path ?? '');
}
