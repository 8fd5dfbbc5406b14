/** The activity in words: times, outcomes, groups of changes, and a day as Markdown. */

import { defaultHints, type ErrorCode } from '../../errors';
import { localDay } from '../../utils/dates';
import { folderAround } from '../approval/approval-words';
import { callerText, countOfFiles, dayText, longDayText, quoted, twoDigits } from '../plain-words';
import { t } from '../text/text';
import { type ActivityEntry, directFiles, kindOf, mainPath } from './activity-entries';
import { folderOf, noteName } from '../../utils/text/pieces';
import { visibleLine } from '../../utils/text/visible-text';
import type { ChangedFile } from '../../vault/journal/records';
import { addTo } from '../../utils/collections';

/** The time of day: `14:03`. */
export function clockText(time: number): string {
  const moment = new Date(time);
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** The time of day, and before today the day: `14:03`, `Nov 20, 2026 14:03`. */
export function timeText(time: number, now: number): string {
  const day = new Date(time);
  return localDay(day) === localDay(new Date(now)) ? clockText(time) : `${dayText(day)} ${clockText(time)}`;
}

/** `Today`, `Yesterday`, or the day. */
export function dayHeading(time: number, now: number): string {
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

/** The outcome: `read` of a place, `changed`, `created`, `undone`, `restored` by an undo, or an error in words. */
export function outcomeText({ outcome, effect, changeId, change, isUndone, path }: ActivityEntry): string {
  if (outcome !== 'ok') return errorCodeText(outcome);
  if (isUndone) return t('outcome.undone');
  if (change !== undefined) {
    const kind = kindOf(directFiles(change.files));
    const isBack = change.undoes !== undefined && (kind === 'create' || kind === 'edit');
    return t(`outcome.${isBack ? 'restored' : doneWords[kind]}`);
  }
  if (changeId !== undefined) return t('outcome.changed');
  return t(effect === 'reads' && path !== undefined ? 'outcome.read' : 'outcome.done');
}

const doneWords = { create: 'created', edit: 'changed', move: 'moved', delete: 'deleted' } as const;

/** An error code in words; an unknown one unchanged. */
export function errorCodeText(outcome: string): string {
  return isErrorCode(outcome) ? t(`outcome.${outcome}`) : outcome.replaceAll('_', () => ' ');
}

/** What a failed call means for the owner of the vault. */
export function problemText(outcome: string): string {
  return t(`activity.problem.${explainedProblems.find(code => code === outcome) ?? 'other'}`);
}

/** Why a change could not be undone after all: a needed content is gone, or was changed meanwhile. */
export function undoProblemText(code: ErrorCode | 'undone'): string {
  if (code === 'undone') return t('activity.obstacle.undone');
  if (code === 'version_conflict') return t('activity.obstacle.changedSince');
  return code === 'not_found' ? t('activity.obstacle.notKept') : errorCodeText(code);
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

/** Its subject: a note, a folder with what is in it, or a number of files. */
export function subjectText({ path, change }: Pick<ActivityEntry, 'path' | 'change'>): string {
  if (change === undefined) return path ?? '';
  const files = change.files.filter(({ isFolder }) => isFolder !== true);
  const direct = change.files.filter(({ isLinking }) => isLinking !== true);
  const folder = folderAround(direct);
  const inFolder = direct.filter(({ isFolder }) => isFolder !== true).map(pathOf);
  // A folder that was made for one note is not what was asked for.
  if (folder !== undefined && inFolder.length > (folder.kind === 'create' ? 1 : 0)) {
    const name = quoted(noteName(pathOf(folder)));
    return t('approval.folderContents', { action: name, contents: countOfFiles(inFolder) });
  }
  return files.length > 1 ? t('common.files', { count: files.length }) : (mainPath(change) ?? path ?? '');
}

/** Names shown; the rest are counted. */
const named = 2;

/** What a group of changes did: `Changed Plan, Home and 4 more`, `Moved Idea and Plan to “Inbox”`. */
export function groupSentence(entries: readonly ActivityEntry[]): string {
  const files = directFiles(entries.flatMap(({ change }) => change?.files ?? []));
  const names = namesText(new Set(files.map(pathOf)));
  const kind = kindOf(files);
  const [folder, ...otherFolders] = new Set(files.map(file => folderOf(pathOf(file))));
  return kind === 'move' && folder !== undefined && folder !== '' && otherFolders.length === 0
    ? t('activity.group.moveTo', { names, folder: quoted(folder) })
    : t(`activity.group.${kind}`, { names });
}

function namesText(paths: ReadonlySet<string>): string {
  const [first = '', second, ...more] = Array.from(paths, path => visibleLine(noteName(path)));
  if (second === undefined) return first;
  return more.length === 0
    ? t('activity.names.two', { first, second })
    : t('activity.names.more', { names: [first, second].join(', '), count: paths.size - named });
}

function pathOf({ path, newPath }: ChangedFile): string {
  return newPath ?? path;
}

/** Limit for the notes in one caller's line. */
const maxNames = 20;

/**
 * The activity of a day as Markdown: for each caller its changes, with links, its reads, and its failures.
 * @param entries newest first
 * @param day a moment of the day, in milliseconds since 1970
 */
export function daySummary(entries: readonly ActivityEntry[], day: number): string {
  const date = localDay(new Date(day));
  const callers = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    if (localDay(new Date(entry.time)) !== date) continue;
    addTo(callers, callerText(entry), entry);
  }
  if (callers.size === 0) return `${t('day.nothing', { day: date })}\n`;
  const parts = [...callers].map(([caller, made]) => callerSummary(caller, made.toReversed()));
  return [`# ${t('day.title', { day: date })}`, ...parts].join('\n\n') + '\n';
}

function callerSummary(caller: string, entries: readonly ActivityEntry[]): string {
  const changes = entries.filter(({ change }) => change !== undefined);
  const kept = changes.filter(({ isUndone }) => !isUndone);
  const reads = entries.filter(({ effect, outcome }) => effect === 'reads' && outcome === 'ok');
  const failed = entries.filter(({ outcome }) => outcome !== 'ok');
  const line = (count: number, text: string): string[] => (count === 0 ? [] : [`- ${text}`]);
  const undone = changes.length - kept.length;
  const lines = [
    ...line(kept.length, changedText(kept)),
    ...line(undone, t('day.undone', { count: undone })),
    ...line(reads.length, t('day.reads', { count: reads.length })),
    ...line(failed.length, t('day.failed', { count: failed.length })),
  ];
  return [`## ${caller}`, '', ...lines].join('\n');
}

function changedText(entries: readonly ActivityEntry[]): string {
  const changed = directFiles(entries.flatMap(({ change }) => change?.files ?? []));
  const places = [...new Set(changed.map(pathOf))];
  const notes = places.slice(0, maxNames).map(linkOf).join(', ');
  const count = places.length - maxNames;
  return count > 0 ? t('day.changedMore', { notes, count }) : t('day.changed', { notes });
}

/** A link to a note; plain text if a link cannot contain the path. */
function linkOf(place: string): string {
  const shown = visibleLine(place);
  return place.endsWith('.md') && !/[[\]|#^]/.test(shown) ? `[[${shown.slice(0, -'.md'.length)}]]` : shown;
}
