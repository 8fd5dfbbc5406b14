import { Menu, SearchComponent, setIcon } from 'obsidian';
import type { Cancellable } from '../../platform';
import { t } from '../text/text';
import { filterKinds, type Filters, noFilters } from './filters';

export interface FilterBarOptions {
  readonly changed: () => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
  /** Adds what else the menu has. */
  readonly fill: (menu: Menu) => void;
}

/** Typing delays the list by this time, milliseconds. */
const typingPause = 120;

/** A field that filters the list, and a menu for the rest. */
export class FilterBar {
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
