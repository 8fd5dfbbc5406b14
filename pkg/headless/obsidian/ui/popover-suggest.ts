/** Popovers that suggest during typing. There is no typing here, so they never open by themselves. */
import type * as Api from 'obsidian';
import type { App } from '../app';
import { Scope } from '../dom/scope';

export abstract class PopoverSuggest<T> {
  constructor(
    readonly app: App,
    readonly scope: Scope = new Scope(),
  ) {}

  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;

  open(): void {
    // Nothing is painted.
  }

  close(): void {
    // Nothing is painted.
  }
}

export abstract class EditorSuggest<T> extends PopoverSuggest<T> {
  context: Api.EditorSuggestContext | null = null;
  limit = 100;

  setInstructions(): void {
    // Nothing is painted.
  }
}

export abstract class AbstractInputSuggest<T> extends PopoverSuggest<T> {
  limit = 100;
  private chosen: ((value: T, event: MouseEvent | KeyboardEvent) => unknown) | undefined;

  /** @param field an input, or an element whose content is edited */
  constructor(
    app: App,
    private readonly field: HTMLInputElement | HTMLDivElement,
  ) {
    super(app);
  }

  setValue(value: string): void {
    if ('value' in this.field) this.field.value = value;
    else this.field.textContent = value;
  }

  getValue(): string {
    return 'value' in this.field ? this.field.value : this.field.textContent;
  }

  override selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.chosen?.(value, event);
  }

  onSelect(callback: (value: T, event: MouseEvent | KeyboardEvent) => unknown): this {
    this.chosen = callback;
    return this;
  }
}
