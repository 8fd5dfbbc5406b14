import { addDiv, addElement } from '../dom/dom';
import { formatNow } from '../core/moment';
import { ElementComponent } from './base';

export class AbstractTextComponent<T extends HTMLInputElement | HTMLTextAreaElement> extends ElementComponent<
  string,
  T
> {
  constructor(readonly inputEl: T) {
    super(inputEl, 'input');
    inputEl.spellcheck = false;
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(addElement(containerEl, 'input', { type: 'text' }));
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(addElement(containerEl, 'textarea'));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  readonly clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const box = addDiv(containerEl, 'search-input-container');
    super(addElement(box, 'input', { type: 'search' }));
    this.clearButtonEl = addDiv(box, 'search-input-clear-button');
    this.clearButtonEl.addEventListener('click', () => {
      this.setValue('');
      this.onChanged();
    });
  }
}

export class MomentFormatComponent extends TextComponent {
  sampleEl: HTMLElement | undefined;
  private defaultFormat = '';

  setDefaultFormat(defaultFormat: string): this {
    this.defaultFormat = defaultFormat;
    this.setPlaceholder(defaultFormat);
    this.updateSample();
    return this;
  }

  setSampleEl(sampleEl: HTMLElement): this {
    this.sampleEl = sampleEl;
    this.updateSample();
    return this;
  }

  override setValue(value: string): this {
    super.setValue(value);
    this.updateSample();
    return this;
  }

  override onChanged(): void {
    super.onChanged();
    this.updateSample();
  }

  updateSample(): void {
    this.sampleEl?.setText(formatNow(this.getValue() || this.defaultFormat));
  }
}
