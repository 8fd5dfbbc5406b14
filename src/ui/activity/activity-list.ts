import { Menu, SearchComponent, setIcon } from 'obsidian';
import type { Cancellable } from '../../platform';
import { t } from '../text/text';
import {
  filterKinds,
  type Filters,
  noFilters,
  type ActivityEntry,
  filtered,
  groupsOf,
  undoableIds,
  type ActivityOptions,
} from './activity-entries';
import { VirtualList } from '../controls/virtual-list';
import { addButton, confirm, copyText } from '../controls/app-actions';
import { type ActivityItem, drawItem } from './activity-rows';
import { daySummary, dayBounds, dayHeading } from './words';
import { UndoDialog } from './undo-dialog';

interface FilterBarOptions {
  readonly changed: () => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
  readonly fill: (menu: Menu) => void;
}

/** Typing delays the list by this time, milliseconds. */
const typingPause = 120;

/** A field that filters the list, and a menu for the rest. */
class FilterBar {
  filters: Filters = noFilters;
  private timer: Cancellable | undefined;

  constructor(
    parent: HTMLElement,
    private readonly options: FilterBarOptions,
  ) {
    const bar = parent.createDiv('lectern-activity-filters');
    const search = new SearchComponent(bar);
    search.setPlaceholder(t('activity.filter')).onChange(text => this.type(text));
    search.inputEl.setAttr('aria-label', t('activity.filter'));
    const attr = { 'aria-label': t('activity.menu'), 'aria-haspopup': 'menu' };
    const button = bar.createEl('button', { cls: 'clickable-icon', attr });
    setIcon(button, 'more-vertical');
    button.addEventListener('click', () => this.openMenu(button));
  }

  end(): void {
    this.timer?.cancel();
  }

  private openMenu(button: HTMLElement): void {
    const menu = new Menu();
    for (const kind of filterKinds) {
      menu.addItem(item =>
        item
          .setTitle(t(`activity.kind.${kind}`))
          .setChecked(this.filters.kind === kind)
          .onClick(() => this.become({ kind })),
      );
    }
    menu.addSeparator();
    this.options.fill(menu);
    const { left, bottom } = button.getBoundingClientRect();
    menu.showAtPosition({ x: left, y: bottom });
  }

  private type(text: string): void {
    this.timer?.cancel();
    this.timer = this.options.after(typingPause, () => this.become({ text }));
  }

  private become(change: Partial<Filters>): void {
    this.filters = { ...this.filters, ...change };
    this.options.changed();
  }
}

interface ListActions {
  readonly open: (entry: ActivityEntry) => void;
  /** Something was undone. */
  readonly changed: () => void;
}

/** The calls, newest first, with filters above and actions for the selected ones below. */
export class ActivityList {
  private readonly controls: HTMLElement;
  private readonly bar: FilterBar;
  private readonly list: VirtualList<ActivityItem>;
  private readonly status: HTMLElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly unselectButton: HTMLButtonElement;
  /** Shown if there are no calls yet. */
  private readonly wayOn: HTMLElement;
  private readonly selected = new Set<string>();
  private entries: readonly ActivityEntry[] = [];
  private readonly opened = new Set<string>();
  private isGrouped = false;
  /** Whether rows name the caller: several have called. */
  private showsCaller = false;

  constructor(
    parent: HTMLElement,
    private readonly options: ActivityOptions,
    private readonly actions: ListActions,
  ) {
    this.controls = parent.createDiv('lectern-activity-controls');
    this.bar = new FilterBar(this.controls, {
      changed: () => this.draw(),
      after: options.after,
      fill: menu => this.fillMenu(menu),
    });
    const buttons = this.controls.createDiv('lectern-activity-buttons');
    this.undoButton = addButton(buttons, t('activity.undoOne'), () => this.undo());
    this.unselectButton = addButton(buttons, t('activity.unselect'), () => this.unselect());
    this.status = parent.createDiv({ cls: 'lectern-live', attr: { role: 'status' } });
    this.wayOn = parent.createDiv('lectern-activity-buttons');
    addButton(this.wayOn, t('common.connectClient'), options.connectClient).addClass('mod-cta');
    this.list = new VirtualList<ActivityItem>(parent, {
      label: t('activity.list'),
      keyOf: ({ key }) => key,
      draw: (row, item) => drawItem(row, item, { titleOf: options.titleOf, showsCaller: this.showsCaller }),
      isSelected: item => this.isSelected(item),
      open: item => this.open(item),
      toggle: item => this.toggle(item),
    });
  }

  show(entries: readonly ActivityEntry[]): void {
    this.entries = entries;
    const possible = new Set(undoableIds(entries));
    for (const id of this.selected) if (!possible.has(id)) this.selected.delete(id);
    this.showsCaller = new Set(entries.map(({ token }) => token)).size > 1;
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

  private fillMenu(menu: Menu): void {
    const add = (title: string, run: () => void): void => {
      menu.addItem(item => item.setTitle(title).onClick(run));
    };
    menu.addItem(item =>
      item
        .setTitle(t('activity.group'))
        .setChecked(this.isGrouped)
        .onClick(() => {
          this.isGrouped = !this.isGrouped;
          this.draw();
        }),
    );
    menu.addSeparator();
    add(t('activity.copyToday'), () => this.copyToday());
    add(t('activity.clear'), () => this.clear());
  }

  private draw(): void {
    const entries = filtered(this.entries, this.bar.filters, this.options.titleOf);
    const days = (): ActivityItem[] =>
      withDays(entries, this.options.clock(), ({ time }) => time).map(part =>
        'kind' in part ? part : itemOf(part),
      );
    this.list.show(this.isGrouped ? this.groupItems(entries) : days());
    this.showCount(entries.length);
  }

  private showCount(shown: number): void {
    const count = this.entries.length;
    const calls = shown === count ? [] : [t('activity.countShown', { shown, count })];
    const chosen = this.selected.size === 0 ? [] : [t('activity.selected', { count: this.selected.size })];
    this.status.setText(count === 0 ? t('activity.empty') : [...calls, ...chosen].join(' '));
    this.controls.toggleClass('is-selecting', this.selected.size > 0);
    this.controls.toggle(count > 0);
    this.wayOn.toggle(count === 0);
    this.undoButton.toggle(this.selected.size > 0);
    this.undoButton.setText(t('activity.undo', { count: this.selected.size }));
    this.unselectButton.toggle(this.selected.size > 0);
  }

  private groupItems(entries: readonly ActivityEntry[]): ActivityItem[] {
    const now = this.options.clock();
    return withDays(groupsOf(entries), now, ({ entries: [newest] }) => newest?.time ?? now).flatMap(part => {
      if ('kind' in part) return [part];
      const isOpen = this.opened.has(part.key);
      const group = { kind: 'group', key: part.key, group: part, isOpen } as const;
      return isOpen ? [group, ...part.entries.map(entry => itemOf(entry, true))] : [group];
    });
  }

  private open(item: ActivityItem): void {
    if (item.kind === 'entry') this.actions.open(item.entry);
    if (item.kind !== 'group') return;
    if (item.isOpen) this.opened.delete(item.key);
    else this.opened.add(item.key);
    this.draw();
  }

  private isSelected(item: ActivityItem): boolean | undefined {
    const ids = idsOf(item);
    return ids.length === 0 ? undefined : ids.every(id => this.selected.has(id));
  }

  private toggle(item: ActivityItem): void {
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
    // The button that opened it is gone once nothing is selected.
    const closed = (): unknown => this.selected.size === 0 && this.focus();
    new UndoDialog(this.options, [...this.selected], done).setCloseCallback(closed).open();
  }

  private copyToday(): void {
    const text = daySummary(this.entries, this.options.clock());
    void copyText(this.options.app, { text, place: t('activity.copyPlace') });
  }

  private clear(): void {
    const texts = {
      title: t('activity.clearTitle'),
      text: t('activity.clearText'),
      button: t('activity.clearButton'),
    };
    confirm(this.options.app, texts, () => this.options.clearCalls());
  }
}

function itemOf(entry: ActivityEntry, isInGroup = false): ActivityItem {
  return { kind: 'entry', key: entry.key, entry, isInGroup };
}

/** The same, newest first, with a row before each day. */
function withDays<T extends object>(
  parts: readonly T[],
  now: number,
  timeOf: (part: T) => number,
): (T | Extract<ActivityItem, { kind: 'day' }>)[] {
  let day: ReturnType<typeof dayBounds> | undefined;
  return parts.flatMap(part => {
    const time = timeOf(part);
    // Formatting a day is slow, so it is done once per day and not per row.
    if (day?.has(time) === true) return [part];
    day = dayBounds(time);
    const text = dayHeading(time, now);
    return [{ kind: 'day', key: `day:${text}`, text } as const, part];
  });
}

function idsOf(item: ActivityItem): string[] {
  if (item.kind === 'day') return [];
  return undoableIds(item.kind === 'group' ? item.group.entries : [item.entry]);
}
