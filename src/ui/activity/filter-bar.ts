import { DropdownComponent, SearchComponent } from 'obsidian';
import type { Cancellable } from '../../platform';
import { t } from '../text/text';
import { type FilterKind, filterKinds, type Filters, noFilters } from './filters';

export interface FilterBarOptions {
  readonly changed: () => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** Typing delays the list by this time, milliseconds. */
const typingPause = 120;

/** Chooses what the list shows. */
export class FilterBar {
  filters: Filters = noFilters;
  private readonly who: DropdownComponent;
  private offered = '';
  private timer: Cancellable | undefined;

  constructor(
    parent: HTMLElement,
    private readonly options: FilterBarOptions,
  ) {
    const bar = parent.createDiv('lectern-activity-filters');
    const search = new SearchComponent(bar);
    search.setPlaceholder(t('activity.filter')).onChange(text => this.type(text));
    search.inputEl.setAttr('aria-label', t('activity.filterLabel'));
    this.who = new DropdownComponent(bar).onChange(who => this.become({ who }));
    this.who.selectEl.setAttr('aria-label', t('activity.who'));
    const kind = new DropdownComponent(bar).addOptions(kindOptions());
    kind.selectEl.setAttr('aria-label', t('activity.kind'));
    kind.onChange(value => this.become({ kind: filterKinds.find(known => known === value) ?? 'all' }));
    addSwitch(bar, t('activity.problemsOnly'), isProblemsOnly => this.become({ isProblemsOnly }));
  }

  /** @param options values of `Filters.who` with their names */
  offer(options: ReadonlyMap<string, string>): void {
    const offered = JSON.stringify([...options]);
    if (offered === this.offered) return;
    this.offered = offered;
    const { who } = this.filters;
    this.who.selectEl.empty();
    this.who.addOptions({ '': t('activity.everybody'), ...Object.fromEntries(options) });
    this.who.setValue(options.has(who) ? who : '');
    if (!options.has(who)) this.filters = { ...this.filters, who: '' };
  }

  end(): void {
    this.timer?.cancel();
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

/** A toggle button. */
export function addSwitch(parent: HTMLElement, text: string, changed: (isOn: boolean) => void): void {
  const button = parent.createEl('button', { text, attr: { 'aria-pressed': 'false' } });
  button.addEventListener('click', () => {
    const isOn = button.getAttribute('aria-pressed') !== 'true';
    button.setAttr('aria-pressed', isOn);
    changed(isOn);
  });
}

function kindOptions(): Record<FilterKind, string> {
  return {
    all: t('activity.kind.all'),
    reads: t('activity.kind.reads'),
    writes: t('activity.kind.writes'),
    changes: t('activity.kind.changes'),
  };
}
