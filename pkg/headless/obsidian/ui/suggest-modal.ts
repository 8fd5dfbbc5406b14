import type { App } from '../app';
import { addDiv, addElement } from '../dom/dom';
import { Modal } from './modal';
import { prepareFuzzySearch, type SearchResult, sortSearchResults } from './text-search';

export abstract class SuggestModal<T> extends Modal {
  limit = 100;
  emptyStateText = 'No results found.';
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;
  private selected: T | undefined;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('prompt');
    const box = addDiv(this.modalEl, 'prompt-input-container');
    this.inputEl = addElement(box, 'input', { cls: 'prompt-input', type: 'text' });
    this.resultContainerEl = addDiv(this.modalEl, 'prompt-results');
    this.inputEl.addEventListener('input', () => void this.refresh());
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract onChooseSuggestion(item: T, event: MouseEvent | KeyboardEvent): void;

  override open(): void {
    super.open();
    void this.refresh();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  setInstructions(instructions: { readonly command: string; readonly purpose: string }[]): void {
    const place = addDiv(this.modalEl, 'prompt-instructions');
    for (const { command, purpose } of instructions) {
      const row = addDiv(place, 'prompt-instruction');
      addElement(row, 'span', { cls: 'prompt-instruction-command', text: command });
      addElement(row, 'span', { text: purpose });
    }
  }

  onNoSuggestion(): void {
    addDiv(this.resultContainerEl, { cls: 'suggestion-empty', text: this.emptyStateText });
  }

  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event: MouseEvent | KeyboardEvent): void {
    if (this.selected !== undefined) this.selectSuggestion(this.selected, event);
  }

  private async refresh(): Promise<void> {
    const found = (await this.getSuggestions(this.inputEl.value)).slice(0, this.limit);
    this.resultContainerEl.empty();
    this.selected = found[0];
    if (found.length === 0) this.onNoSuggestion();
    for (const item of found) {
      const row = addDiv(this.resultContainerEl, 'suggestion-item');
      this.renderSuggestion(item, row);
      row.addEventListener('click', event => this.selectSuggestion(item, event));
    }
  }
}

export interface FuzzyMatch<T> {
  readonly item: T;
  readonly match: SearchResult;
}

export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;

  getSuggestions(query: string): FuzzyMatch<T>[] {
    const search = prepareFuzzySearch(query);
    const found = this.getItems().flatMap(item => {
      const match = search(this.getItemText(item));
      return match === null ? [] : [{ item, match }];
    });
    sortSearchResults(found);
    return found;
  }

  renderSuggestion(item: FuzzyMatch<T>, el: HTMLElement): void {
    el.setText(this.getItemText(item.item));
  }

  onChooseSuggestion(item: FuzzyMatch<T>, event: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(item.item, event);
  }
}
