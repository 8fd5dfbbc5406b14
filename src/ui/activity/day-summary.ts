import { addTo } from '../../utils/collections';
import { visibleLine } from '../../utils/text/visible-text';
import { callerText, localDay } from '../plain-words';
import { t } from '../text/text';
import { type ActivityEntry, directFiles } from './activity-entries';

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
  const lines = [
    ...(kept.length === 0 ? [] : [`- ${changedText(kept)}`]),
    ...(changes.length === kept.length
      ? []
      : [`- ${t('day.undone', { count: changes.length - kept.length })}`]),
    ...(reads.length === 0 ? [] : [`- ${t('day.reads', { count: reads.length })}`]),
    ...(failed.length === 0 ? [] : [`- ${t('day.failed', { count: failed.length })}`]),
  ];
  return [`## ${caller}`, '', ...lines].join('\n');
}

function changedText(entries: readonly ActivityEntry[]): string {
  const changed = directFiles(entries.flatMap(({ change }) => change?.files ?? []));
  const places = [...new Set(changed.map(({ path, newPath }) => newPath ?? path))];
  const notes = places.slice(0, maxNames).map(linkOf).join(', ');
  const count = places.length - maxNames;
  return count > 0 ? t('day.changedMore', { notes, count }) : t('day.changed', { notes });
}

/** A link to a note; plain text if a link cannot contain the path. */
function linkOf(place: string): string {
  const shown = visibleLine(place);
  return place.endsWith('.md') && !/[[\]|#^]/.test(shown) ? `[[${shown.slice(0, -'.md'.length)}]]` : shown;
}
