/** The items of a list and the actions of its rows. */
interface ListOptions<T> {
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly draw: (row: HTMLElement, item: T) => void;
  /** Undefined for a row that cannot be selected. */
  readonly isSelected: (item: T) => boolean | undefined;
  /** Enter, or a click. */
  readonly open: (item: T) => void;
  /** Space, or a click on the row's checkbox, which has the class `lectern-list-mark`. */
  readonly toggle: (item: T) => void;
}

/** Prefix of the rows' ids in the document. */
const listId = 'lectern-list';

/** Number of rows drawn above and below the visible ones, for short scrolls. */
const spare = 4;

/** A list that keeps only the visible rows in the document, with the keyboard control of a list box. */
export class VirtualList<T> {
  private readonly scroller: HTMLElement;
  private readonly canvas: HTMLElement;
  private readonly rows = new Map<number, HTMLElement>();
  private items: readonly T[] = [];
  private active = 0;

  constructor(
    parent: HTMLElement,
    private readonly options: ListOptions<T>,
  ) {
    this.scroller = parent.createDiv({
      cls: 'lectern-list',
      attr: { role: 'listbox', tabindex: 0, 'aria-label': options.label, 'aria-multiselectable': 'true' },
    });
    this.canvas = this.scroller.createDiv({ cls: 'lectern-list-canvas', attr: { role: 'presentation' } });
    this.scroller.addEventListener('scroll', () => this.draw());
    this.scroller.addEventListener('keydown', event => this.key(event));
  }

  /** Shows other items; the visible rows stay in place when the user has scrolled down. */
  show(items: readonly T[]): void {
    const { rowHeight } = this;
    const { scrollTop } = this.scroller;
    const first = this.items[Math.floor(scrollTop / rowHeight)];
    const activeItem = this.items[this.active];
    this.items = items;
    this.scroller.toggle(items.length > 0);
    this.canvas.setCssProps({ '--lectern-list-size': String(items.length) });
    this.active = Math.max(0, this.indexOf(activeItem));
    const index = scrollTop === 0 || first === undefined ? -1 : this.indexOf(first);
    if (index >= 0) this.scroller.scrollTop = index * rowHeight + (scrollTop % rowHeight);
    this.redraw();
  }

  /** Call it when the content of rows has changed. */
  redraw(): void {
    for (const row of this.rows.values()) row.detach();
    this.rows.clear();
    this.draw();
  }

  focus(): void {
    this.scroller.focus();
  }

  /** Call it after the list became visible, or its height changed. */
  draw(): void {
    const { rowHeight } = this;
    const { scrollTop, clientHeight } = this.scroller;
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
    const to = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + spare);
    for (const [index, row] of this.rows) {
      if (index >= from && index < to) continue;
      row.detach();
      this.rows.delete(index);
    }
    for (let index = from; index < to; index += 1) {
      const item = this.items[index];
      if (item !== undefined && !this.rows.has(index)) this.rows.set(index, this.row(item, index));
    }
    this.mark();
  }

  /** In pixels, as the style sheet makes it from the size of the font; 1 while there is no layout. */
  private get rowHeight(): number {
    return this.canvas.clientHeight / this.items.length || 1;
  }

  private indexOf(item: T | undefined): number {
    if (item === undefined) return -1;
    const key = this.options.keyOf(item);
    return this.items.findIndex(other => this.options.keyOf(other) === key);
  }

  private row(item: T, index: number): HTMLElement {
    const row = this.canvas.createDiv({
      cls: 'lectern-list-row',
      attr: {
        role: 'option',
        id: `${listId}-${index}`,
        'aria-setsize': this.items.length,
        'aria-posinset': index + 1,
      },
    });
    row.setCssProps({ '--lectern-row-index': String(index) });
    const isSelected = this.options.isSelected(item);
    if (isSelected !== undefined) row.setAttr('aria-selected', isSelected);
    this.options.draw(row, item);
    row.addEventListener('click', event => this.click(event, row, index));
    return row;
  }

  private mark(): void {
    for (const [index, row] of this.rows) row.toggleClass('is-active', index === this.active);
    const isDrawn = this.rows.has(this.active);
    this.scroller.setAttr('aria-activedescendant', isDrawn ? `${listId}-${this.active}` : null);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.items.length,
      End: this.items.length,
    };
    const step = steps[event.key];
    const item = this.items[this.active];
    if (step !== undefined) this.go(this.active + step);
    else if (event.key === 'Enter' && item !== undefined) this.options.open(item);
    else if (event.key === ' ' && item !== undefined) this.options.toggle(item);
    else return;
    event.preventDefault();
  }

  private go(index: number): void {
    const { rowHeight } = this;
    this.active = Math.min(this.items.length - 1, Math.max(0, index));
    const top = this.active * rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.scroller.scrollTop = top + rowHeight - clientHeight;
    this.draw();
  }

  private click(event: MouseEvent, row: HTMLElement, index: number): void {
    const item = this.items[index];
    if (item === undefined) return;
    this.active = index;
    this.mark();
    const mark = row.querySelector('.lectern-list-mark');
    const isMark = mark !== null && event.composedPath().includes(mark);
    if (isMark || event.ctrlKey || event.metaKey || event.shiftKey) this.options.toggle(item);
    else this.options.open(item);
  }
}
