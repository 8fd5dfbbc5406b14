import { addDiv, addElement } from '../dom/dom';
import { notImitated } from '../core/strict';
import { ElementComponent, ValueComponent } from './base';

export class SliderComponent extends ElementComponent<number, HTMLInputElement> {
  readonly sliderEl: HTMLInputElement;
  private format: (value: number) => string = String;

  constructor(containerEl: HTMLElement) {
    const slider = addElement(containerEl, 'input', { type: 'range', cls: 'slider' });
    super(slider, 'change');
    this.sliderEl = slider;
  }

  /** The listener is called when the slider is released, either way. */
  setInstant(): this {
    return this;
  }

  setLimits(min: number | null, max: number | null, step: number | 'any'): this {
    if (min !== null) this.sliderEl.min = String(min);
    if (max !== null) this.sliderEl.max = String(max);
    this.sliderEl.step = String(step);
    return this;
  }

  getValue(): number {
    return Number(this.sliderEl.value);
  }

  setValue(value: number): this {
    this.sliderEl.value = String(value);
    return this;
  }

  getValuePretty(): string {
    return this.format(this.getValue());
  }

  setDisplayFormat(format: (value: number) => string): this {
    this.format = format;
    return this;
  }

  setDynamicTooltip(): this {
    return this;
  }
}

export class ProgressBarComponent extends ValueComponent<number> {
  private readonly barEl: HTMLElement;
  private value = 0;

  constructor(containerEl: HTMLElement) {
    super();
    this.barEl = addDiv(addDiv(containerEl, 'setting-progress-bar'), 'setting-progress-bar-inner');
  }

  getValue(): number {
    return this.value;
  }

  setValue(value: number): this {
    this.value = value;
    this.barEl.setAttr('style', `width: ${value}%`);
    return this;
  }
}

export class ColorComponent extends ElementComponent<string, HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(addElement(containerEl, 'input', { type: 'color' }), 'input');
  }

  getValue(): string {
    return this.element.value;
  }

  setValue(value: string): this {
    this.element.value = value;
    return this;
  }

  getValueRgb(): never {
    return notImitated('ColorComponent.getValueRgb');
  }

  getValueHsl(): never {
    return notImitated('ColorComponent.getValueHsl');
  }
}
