import { visible, visibleLine } from '../../utils/text/visible-text';
import { folderOf, noteName } from '../../utils/text/pieces';
import { callerText } from '../plain-words';
import { t } from '../text/text';
import { type ActivityEntry, isUndoable, type Group } from './activity-entries';
import { groupSentence, clockText, outcomeText, subjectText } from './words';

/** A day, a group of changes, or a call. */
export type ActivityItem =
  | { readonly kind: 'day'; readonly key: string; readonly text: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly isOpen: boolean }
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: ActivityEntry;
      /** Whether it is shown below its group. */
      readonly isInGroup?: boolean;
    };

interface RowOptions {
  readonly titleOf: (tool: string) => string;
  readonly showsCaller: boolean;
}

export function drawItem(row: HTMLElement, item: ActivityItem, options: RowOptions): void {
  if (item.kind === 'day') drawDay(row, item.text);
  else if (item.kind === 'group') drawGroup(row, item.group, { isOpen: item.isOpen, ...options });
  else drawEntry(row, item, options);
}

function drawDay(row: HTMLElement, text: string): void {
  row.addClass('mod-day');
  row.setAttr('aria-disabled', 'true');
  row.createDiv({ cls: 'lectern-list-line', text });
}

/** The note and what became of it; below, what the first line does not say, with the caller if there are several. */
function drawEntry(
  row: HTMLElement,
  { entry, isInGroup = false }: Extract<ActivityItem, { kind: 'entry' }>,
  { titleOf, showsCaller }: RowOptions,
): void {
  row.toggleClass('mod-in-group', isInGroup);
  row.toggleClass('mod-problem', entry.outcome !== 'ok');
  drawMark(row, isUndoable(entry));
  const body = row.createDiv('lectern-list-body');
  const first = body.createDiv('lectern-list-line');
  const title = titleOf(entry.tool);
  const place = subjectText(entry);
  first.createSpan({
    cls: 'lectern-list-name',
    text: place === '' ? title : visible(noteName(place)),
    attr: place === '' ? {} : { title: visibleLine(place) },
  });
  const isPlain = place === '' && entry.outcome === 'ok';
  if (!isPlain) first.createSpan({ cls: 'lectern-list-outcome', text: outcomeText(entry) });
  first.createSpan({ cls: 'lectern-list-time', text: clockText(entry.time) });
  const caller = isInGroup || !showsCaller ? '' : callerText(entry);
  drawFacts(body, [place === '' ? '' : workOf(entry, place, title), caller]);
}

/** Tools whose outcome already says what they do. */
const plainTools = /^(?:create_folder|create_note|delete|move|read_note|undo_change)$/u;

/** The tool; or the folder of the note, where the tool's title would only repeat the outcome. */
function workOf({ tool, outcome }: ActivityEntry, place: string, title: string): string {
  if (outcome !== 'ok' || !plainTools.test(tool)) return title;
  return visibleLine(folderOf(place));
}

function drawFacts(body: HTMLElement, facts: readonly string[]): void {
  const text = facts.filter(fact => fact !== '').join(' · ');
  if (text !== '') body.createDiv({ cls: 'lectern-list-line mod-muted', text });
}

function drawGroup(
  row: HTMLElement,
  { entries, ...caller }: Group,
  { isOpen, showsCaller }: { readonly isOpen: boolean } & RowOptions,
): void {
  row.addClass('mod-group');
  drawMark(row, true);
  const body = row.createDiv('lectern-list-body');
  const first = body.createDiv('lectern-list-line');
  const state = t(isOpen ? 'activity.expanded' : 'activity.collapsed');
  first.createSpan({ text: isOpen ? '▾' : '▸', attr: { role: 'img', 'aria-label': state } });
  first.createSpan({ cls: 'lectern-list-name', text: groupSentence(entries) });
  const [from, to] = [entries.at(-1), entries[0]].map(entry => clockText(entry?.time ?? 0));
  first.createSpan({
    cls: 'lectern-list-time',
    text: from === to ? (from ?? '') : t('activity.period', { from: from ?? '', to: to ?? '' }),
  });
  const count = t('common.changes', { count: entries.length });
  drawFacts(body, [count, showsCaller ? callerText(caller) : '']);
}

function drawMark(row: HTMLElement, isSelectable: boolean): void {
  const mark = row.createSpan({ cls: 'lectern-list-mark', attr: { 'aria-hidden': 'true' } });
  if (!isSelectable) return;
  mark.addClass('is-selectable');
  mark.setAttr('title', t('activity.select'));
}
