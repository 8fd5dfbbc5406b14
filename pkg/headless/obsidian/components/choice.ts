import { addDiv, addElement } from '../dom/dom';
import { setTooltip } from '../dom/tooltip';
import { ElementComponent, ValueComponent } from './base';

export class ToggleComponent extends ValueComponent<boolean> {
  readonly toggleEl: HTMLElement;
  private isOn = false;
  private listener: ((value: boolean) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = addDiv(containerEl, 'checkbox-container');
    addElement(this.toggleEl, 'input', { type: 'checkbox', attr: { tabindex: 0 } });
    this.toggleEl.addEventListener('click', () => this.onClick());
  }

  override setDisabled(disabled: boolean): this {
    this.toggleEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.isOn;
  }

  setValue(on: boolean): this {
    this.isOn = on;
    this.toggleEl.toggleClass('is-enabled', on);
    return this;
  }

  setTooltip(tooltip: string): this {
    setTooltip(this.toggleEl, tooltip);
    return this;
  }

  onClick(): void {
    if (this.disabled) return;
    this.setValue(!this.isOn);
    this.listener?.(this.isOn);
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.listener = callback;
    return this;
  }
}

export class DropdownComponent extends ElementComponent<string, HTMLSelectElement> {
  readonly selectEl: HTMLSelectElement;

  constructor(containerEl: HTMLElement) {
    const select = addElement(containerEl, 'select', 'dropdown');
    super(select, 'change');
    this.selectEl = select;
  }

  addOption(value: string, display: string): this {
    addElement(this.selectEl, 'option', { value, text: display });
    return this;
  }

  addOptions(options: Record<string, string>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }
}
