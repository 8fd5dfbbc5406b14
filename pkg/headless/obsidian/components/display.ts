import type { App } from '../app';
import { addDiv } from '../dom/dom';
import { BaseComponent } from './base';
import { TextComponent } from './text';

export class DisplayValueComponent {
  readonly valueEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.valueEl = addDiv(containerEl, 'setting-display-value');
  }

  setValue(value: string | null): this {
    this.valueEl.setText(value ?? '');
    return this;
  }

  setStatus(status: 'warning' | null): this {
    this.valueEl.toggleClass('mod-warning', status === 'warning');
    return this;
  }
}

/** Chooses a secret by its name; the app offers a list, here the name is typed. */
export class SecretComponent extends BaseComponent {
  private readonly text: TextComponent;

  constructor(
    readonly app: App,
    containerEl: HTMLElement,
  ) {
    super();
    this.text = new TextComponent(containerEl);
  }

  setValue(value: string): this {
    this.text.setValue(value);
    return this;
  }

  onChange(cb: (value: string) => unknown): this {
    this.text.onChange(cb);
    return this;
  }
}
