import type { BaseComponent } from '../components/base';
import { ButtonComponent, ExtraButtonComponent } from '../components/button';
import { DropdownComponent, ToggleComponent } from '../components/choice';
import { DisplayValueComponent } from '../components/display';
import { ColorComponent, ProgressBarComponent, SliderComponent } from '../components/number';
import { MomentFormatComponent, SearchComponent, TextAreaComponent, TextComponent } from '../components/text';
import { addDiv } from '../dom/dom';
import { setTooltip } from '../dom/tooltip';

type Built<T> = (component: T) => unknown;

/** One row of a settings tab, with the class names of the app (error and page parts assumed). */
export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  components: BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = addDiv(containerEl, 'setting-item');
    this.infoEl = addDiv(this.settingEl, 'setting-item-info');
    this.nameEl = addDiv(this.infoEl, 'setting-item-name');
    this.descEl = addDiv(this.infoEl, 'setting-item-description');
    this.controlEl = addDiv(this.settingEl, 'setting-item-control');
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(desc: string | DocumentFragment): this {
    this.descEl.setText(desc);
    return this;
  }

  /** Below the description; null removes it. */
  setErrorMessage(message: string | null): this {
    this.errorEl?.detach();
    this.errorEl =
      message === null ? null : addDiv(this.infoEl, { cls: 'setting-item-error', text: message });
    this.settingEl.toggleClass('has-error', message !== null);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string): this {
    setTooltip(this.nameEl, tooltip);
    return this;
  }

  setHeading(): this {
    this.settingEl.addClass('setting-item-heading');
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass('is-disabled', disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  addButton(cb: Built<ButtonComponent>): this {
    return this.add(new ButtonComponent(this.controlEl), cb);
  }

  addExtraButton(cb: Built<ExtraButtonComponent>): this {
    return this.add(new ExtraButtonComponent(this.controlEl), cb);
  }

  addToggle(cb: Built<ToggleComponent>): this {
    this.settingEl.addClass('mod-toggle');
    return this.add(new ToggleComponent(this.controlEl), cb);
  }

  addText(cb: Built<TextComponent>): this {
    return this.add(new TextComponent(this.controlEl), cb);
  }

  addSearch(cb: Built<SearchComponent>): this {
    return this.add(new SearchComponent(this.controlEl), cb);
  }

  addTextArea(cb: Built<TextAreaComponent>): this {
    return this.add(new TextAreaComponent(this.controlEl), cb);
  }

  addMomentFormat(cb: Built<MomentFormatComponent>): this {
    return this.add(new MomentFormatComponent(this.controlEl), cb);
  }

  addDropdown(cb: Built<DropdownComponent>): this {
    return this.add(new DropdownComponent(this.controlEl), cb);
  }

  addColorPicker(cb: Built<ColorComponent>): this {
    return this.add(new ColorComponent(this.controlEl), cb);
  }

  addProgressBar(cb: Built<ProgressBarComponent>): this {
    return this.add(new ProgressBarComponent(this.controlEl), cb);
  }

  addSlider(cb: Built<SliderComponent>): this {
    return this.add(new SliderComponent(this.controlEl), cb);
  }

  addDisplayValue(cb: Built<DisplayValueComponent>): this {
    cb(new DisplayValueComponent(this.controlEl));
    return this;
  }

  addComponent(cb: (el: HTMLElement) => BaseComponent): this {
    this.components.push(cb(this.controlEl));
    return this;
  }

  then(cb: (setting: this) => unknown): this {
    cb(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components = [];
    return this;
  }

  private add<T extends BaseComponent>(component: T, cb: Built<T>): this {
    this.components.push(component);
    cb(component);
    return this;
  }
}

/** Rows under one heading. */
export class SettingGroup {
  readonly listEl: HTMLElement;
  /** Of the host: the group with its heading. */
  readonly groupEl: HTMLElement;
  private heading: Setting | undefined;
  private readonly headingPlace: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.groupEl = addDiv(containerEl, 'setting-group');
    this.headingPlace = addDiv(this.groupEl, 'setting-group-heading');
    this.listEl = addDiv(this.groupEl, 'setting-items');
  }

  setHeading(text: string | DocumentFragment): this {
    this.head().setName(text);
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClass(...classes);
    return this;
  }

  addSetting(cb: (setting: Setting) => void): this {
    cb(new Setting(this.listEl));
    return this;
  }

  addSearch(cb: Built<SearchComponent>): this {
    this.head().addSearch(cb);
    return this;
  }

  addExtraButton(cb: Built<ExtraButtonComponent>): this {
    this.head().addExtraButton(cb);
    return this;
  }

  /** Of the host: removes the controls beside the heading. */
  clearHead(): void {
    this.heading?.clear();
  }

  private head(): Setting {
    this.heading ??= new Setting(this.headingPlace).setHeading();
    return this.heading;
  }
}
