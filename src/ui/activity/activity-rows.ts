import { visible, visibleLine } from '../../utils/text/visible-text';
import { callerText } from '../plain-words';
import { t } from '../text/text';
import { type ActivityEntry, isUndoable } from './activity-entries';
import { groupSentence } from './group-sentence';
import type { Group } from './groups';
import { clockWords, nameWords, outcomeWords, placeWords } from './words';

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

/** Draws one row of the list. */
export function drawItem(row: HTMLElement, item: ActivityItem, titleOf: (tool: string) => string): void {
  if (item.kind === 'day') drawDay(row, item.text);
  else if (item.kind === 'group') drawGroup(row, item.group, item.isOpen);
  else drawEntry(row, item, titleOf);
}

function drawDay(row: HTMLElement, text: string): void {
  row.addClass('mod-day');
  row.createDiv({ cls: 'lectern-list-line', text });
}

/** The note first, then the action, then the caller, which a group shows once for all its changes. */
function drawEntry(
  row: HTMLElement,
  { entry, isInGroup = false }: Extract<ActivityItem, { kind: 'entry' }>,
  titleOf: (tool: string) => string,
): void {
  row.toggleClass('mod-in-group', isInGroup);
  row.toggleClass('mod-problem', entry.outcome !== 'ok');
  drawMark(row, isUndoable(entry));
  const body = row.createDiv('lectern-list-body');
  const first = body.createDiv('lectern-list-line');
  const title = titleOf(entry.tool);
  const place = placeWords(entry);
  first.createSpan({
    cls: 'lectern-list-name',
    text: place === '' ? title : visible(nameWords(place)),
    attr: place === '' ? {} : { title: visibleLine(place) },
  });
  first.createSpan({ cls: 'lectern-list-outcome', text: outcomeWords(entry) });
  first.createSpan({ cls: 'lectern-list-time', text: clockWords(entry.time) });
  const facts = [...(place === '' ? [] : [title]), ...(isInGroup ? [] : [callerText(entry)])];
  body.createDiv({ cls: 'lectern-list-line mod-muted', text: facts.join(' · ') });
}

function drawGroup(row: HTMLElement, { entries, ...caller }: Group, isOpen: boolean): void {
  row.addClass('mod-group');
  drawMark(row, true);
  const body = row.createDiv('lectern-list-body');
  const first = body.createDiv('lectern-list-line');
  first.createSpan({ text: isOpen ? '▾' : '▸', attr: { 'aria-hidden': 'true' } });
  first.createSpan({ cls: 'lectern-list-name', text: groupSentence(entries) });
  const [from, to] = [entries.at(-1), entries[0]].map(entry => clockWords(entry?.time ?? 0));
  first.createSpan({
    cls: 'lectern-list-time',
    text: from === to ? (from ?? '') : t('activity.period', { from: from ?? '', to: to ?? '' }),
  });
  body.createDiv({ cls: 'lectern-list-line mod-muted', text: callerText(caller) });
}

function drawMark(row: HTMLElement, isSelectable: boolean): void {
  const mark = row.createSpan({ cls: 'lectern-list-mark', attr: { 'aria-hidden': 'true' } });
  if (isSelectable) mark.addClass('is-selectable');
}
