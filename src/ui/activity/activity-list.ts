import { ConfirmationModal } from 'obsidian';
import { visible } from '../../utils/text/visible-text';
import { callerText, counted } from '../plain-words';
import { VirtualList } from '../controls/virtual-list';
import { type ActivityEntry, isUndoable } from './activity-entries';
import { addSwitch, FilterBar } from './filter-bar';
import { filtered, whoOptions } from './filters';
import { type Group, groupsOf, undoableIds } from './groups';
import type { ActivityOptions } from './parts';
import { UndoDialog } from './undo-dialog';
import { outcomeWords, placeWords, timeWords } from './words';

/** As `--lectern-row-height` in the style sheet. */
const rowHeight = 48;

type Item = { readonly group: Group } | { readonly entry: ActivityEntry };

export interface ListActions {
  readonly open: (entry: ActivityEntry) => void;
  /** Something was undone. */
  readonly changed: () => void;
}

/** The calls, newest first, with filters above and what can be done with the selected ones below. */
export class ActivityList {
  private readonly bar: FilterBar;
  private readonly list: VirtualList<Item>;
  private readonly status: HTMLElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly unselectButton: HTMLButtonElement;
  private readonly selected = new Set<string>();
  private entries: readonly ActivityEntry[] = [];
  private isGrouped = false;

  constructor(
    parent: HTMLElement,
    private readonly parts: ActivityOptions,
    private readonly actions: ListActions,
  ) {
    this.bar = new FilterBar(parent, { changed: () => this.draw(), after: parts.after });
    const buttons = parent.createDiv('lectern-activity-buttons');
    addSwitch(buttons, 'Group changes', isGrouped => {
      this.isGrouped = isGrouped;
      this.draw();
    });
    this.undoButton = addButton(buttons, 'Undo', () => this.undo());
    this.undoButton.addClass('mod-warning');
    this.unselectButton = addButton(buttons, 'Unselect', () => this.unselect());
    addButton(buttons, 'Clear log', () => this.clear());
    this.status = parent.createDiv({ cls: 'lectern-live', attr: { role: 'status' } });
    this.list = new VirtualList<Item>(parent, {
      ...{ label: 'Calls, newest first', rowHeight },
      keyOf: item => ('group' in item ? item.group.key : item.entry.key),
      draw: (row, item) =>
        'group' in item ? this.drawGroup(row, item.group) : this.drawEntry(row, item.entry),
      isSelected: item => this.isSelected(item),
      open: item => ('group' in item ? this.toggle(item) : actions.open(item.entry)),
      toggle: item => this.toggle(item),
    });
  }

  show(entries: readonly ActivityEntry[]): void {
    this.entries = entries;
    const possible = new Set(undoableIds(entries));
    for (const id of this.selected) if (!possible.has(id)) this.selected.delete(id);
    this.bar.offer(whoOptions(entries));
    this.draw();
  }

  resize(): void {
    this.list.draw();
  }

  focus(): void {
    this.list.focus();
  }

  end(): void {
    this.bar.end();
  }

  private draw(): void {
    const entries = filtered(this.entries, this.bar.filters);
    this.list.show(this.isGrouped ? groupedItems(entries) : entries.map(entry => ({ entry })));
    this.showCount(entries.length);
  }

  private showCount(shown: number): void {
    const all = this.entries.length;
    const count =
      shown === all ? counted(all, 'call') : `${shown.toLocaleString('en')} of ${counted(all, 'call')}`;
    const chosen = this.selected.size === 0 ? '' : ` ${counted(this.selected.size, 'change')} selected.`;
    this.status.setText(all === 0 ? nothingYet : `${count}.${chosen}`);
    this.undoButton.toggle(this.selected.size > 0);
    this.undoButton.setText(`Undo ${counted(this.selected.size, 'change')}`);
    this.unselectButton.toggle(this.selected.size > 0);
  }

  private drawEntry(row: HTMLElement, entry: ActivityEntry): void {
    row.toggleClass('mod-problem', entry.outcome !== 'ok');
    const mark = row.createSpan({ cls: 'lectern-list-mark', attr: { 'aria-hidden': 'true' } });
    if (isUndoable(entry)) mark.addClass('is-selectable');
    const body = row.createDiv('lectern-list-body');
    const first = body.createDiv('lectern-list-line');
    first.createSpan({ cls: 'lectern-list-name', text: this.parts.titleOf(entry.tool) });
    first.createSpan({ cls: 'lectern-list-outcome', text: outcomeWords(entry) });
    first.createSpan({ cls: 'lectern-list-time', text: timeWords(entry.time, this.parts.clock()) });
    const place = visible(placeWords(entry));
    const second = `${callerText(entry)}${place === '' ? '' : ` · ${place}`}`;
    body.createDiv({ cls: 'lectern-list-line mod-muted', text: second });
  }

  private drawGroup(row: HTMLElement, group: Group): void {
    row.addClass('mod-group');
    const { entries } = group;
    const now = this.parts.clock();
    row.createSpan({ cls: 'lectern-list-mark is-selectable', attr: { 'aria-hidden': 'true' } });
    const body = row.createDiv('lectern-list-body');
    body.createDiv({ cls: 'lectern-list-line', text: callerText(group) });
    const [from, to] = [entries.at(-1), entries[0]].map(entry => timeWords(entry?.time ?? now, now));
    const when = from === to ? from : `${from} to ${to}`;
    const text = `${counted(entries.length, 'change')}, ${when}`;
    body.createDiv({ cls: 'lectern-list-line mod-muted', text });
  }

  private isSelected(item: Item): boolean | undefined {
    const ids = idsOf(item);
    return ids.length === 0 ? undefined : ids.every(id => this.selected.has(id));
  }

  private toggle(item: Item): void {
    const isSelected = this.isSelected(item) === true;
    for (const id of idsOf(item)) {
      if (isSelected) this.selected.delete(id);
      else this.selected.add(id);
    }
    this.draw();
  }

  private unselect(): void {
    this.selected.clear();
    this.draw();
    this.focus();
  }

  private undo(): void {
    const done = (): void => {
      this.selected.clear();
      this.actions.changed();
    };
    new UndoDialog(this.parts, [...this.selected], done).open();
  }

  private clear(): void {
    const modal = new ConfirmationModal(this.parts.app);
    modal.setTitle('Clear the log of calls?').setContent(clearWords);
    modal.addButton(button =>
      button
        .setButtonText('Clear')
        .setDestructive()
        .setCta()
        .onClick(() => this.parts.clearCalls()),
    );
    modal.addCancelButton();
    modal.open();
  }
}

const nothingYet = 'No calls yet.';
const clearWords =
  'What clients read and asked is forgotten. The journal of changes stays, so changes remain in this list and can still be undone.';

function groupedItems(entries: readonly ActivityEntry[]): Item[] {
  return groupsOf(entries).flatMap(group => [{ group }, ...group.entries.map(entry => ({ entry }))]);
}

function idsOf(item: Item): string[] {
  return undoableIds('group' in item ? item.group.entries : [item.entry]);
}

function addButton(parent: HTMLElement, text: string, run: () => void): HTMLButtonElement {
  const button = parent.createEl('button', { text });
  button.addEventListener('click', run);
  return button;
}
