/** One row of declared settings, which outlives its first definition. */
import type * as Api from 'obsidian';
import { addDiv } from '../dom/dom';
import { setIcon } from '../dom/icons';
import { Setting, type SettingGroup } from './setting';
import { addControl } from './setting-controls';
import { asGroup, asSetting, type Flag, isPage, isSet, validate } from './setting-definition-kinds';

/** What rows need of their tab. */
export interface RowDependencies {
  readonly store: {
    getControlValue(key: string): unknown;
    setControlValue(key: string, value: unknown): unknown;
  };
  readonly openPage: (page: Api.SettingDefinitionPage) => void;
  /** Evaluates every `visible` and `disabled` of the tab again. */
  readonly refresh: () => void;
}

/**
 * As the app does on `update()` (its own end-to-end tests of two projects, 1.13.4): a row that is drawn again keeps its
 * `Setting`. The row's cleanup runs, `controlEl` is emptied, and name and description are set. Whatever else a
 * `render` left in it stays. That rows are matched by their place is assumed.
 */
export class DrawnRow {
  readonly setting: Setting;
  private refreshers: (() => void)[] = [];
  private cleanups: (() => void)[] = [];

  constructor(
    private readonly group: SettingGroup,
    private readonly parts: RowDependencies,
  ) {
    this.setting = new Setting(group.listEl);
  }

  draw(item: Api.SettingGroupItem, index: number): void {
    this.clear();
    const { setting } = this;
    setting.setName(item.name);
    if (item.desc !== undefined) setting.setDesc(item.desc);
    this.refreshers.push(() => setting.settingEl.toggle(isSet(item.visible, true)));
    if (isPage(item)) this.fillPage(item);
    else this.fill(item, index);
  }

  refresh(): void {
    for (const refresher of this.refreshers) refresher();
  }

  clear(): void {
    for (const cleanup of this.cleanups.splice(0)) cleanup();
    this.refreshers = [];
    this.setting.clear();
  }

  remove(): void {
    this.clear();
    this.setting.settingEl.detach();
  }

  private fill(item: Api.SettingDefinition, index: number): void {
    const { setting, group } = this;
    if (item.control !== undefined) {
      this.fillControl(item.control);
    } else if (item.render !== undefined) {
      const cleanup = item.render(asSetting(setting), asGroup(group));
      if (typeof cleanup === 'function') this.cleanups.push(cleanup);
    } else if (item.action !== undefined) {
      const { action, disabled } = item;
      this.makeClickable(disabled, () => action(setting.settingEl, index));
    }
  }

  private fillControl(control: Api.SettingControl): void {
    const { setting, parts } = this;
    const value = parts.store.getControlValue(control.key) ?? control.defaultValue;
    addControl(setting, control, value, entered => void this.enter(control, entered));
    this.refreshers.push(() => {
      setting.setDisabled(isSet(control.disabled, false));
    });
    if (value !== undefined) void this.judge(control, value);
  }

  private async enter(control: Api.SettingControl, value: unknown): Promise<void> {
    if (await this.judge(control, value)) await this.parts.store.setControlValue(control.key, value);
    this.parts.refresh();
  }

  /** Shows the problem that `validate` returns below the row. @returns whether the value may be stored */
  private async judge(control: Api.SettingControl, value: unknown): Promise<boolean> {
    const problem = await validate(control, value);
    this.setting.setErrorMessage(problem);
    return problem === null;
  }

  private fillPage(page: Api.SettingDefinitionPage): void {
    const { displayValue, status } = page;
    const { setting } = this;
    setting.addDisplayValue(value => {
      value.setValue((typeof displayValue === 'function' ? displayValue() : displayValue) ?? null);
      value.setStatus((typeof status === 'function' ? status() : status) ?? null);
    });
    setIcon(addDiv(setting.controlEl, 'setting-page-arrow'), 'chevron-right');
    this.makeClickable(false, () => this.parts.openPage(page));
  }

  private makeClickable(disabled: Flag, action: () => void): void {
    const { setting } = this;
    const { settingEl } = setting.setClass('mod-clickable');
    const listener = (): void => {
      if (!isSet(disabled, false)) action();
    };
    settingEl.addEventListener('click', listener);
    this.cleanups.push(() => {
      settingEl.removeEventListener('click', listener);
      settingEl.removeClass('mod-clickable');
    });
    this.refreshers.push(() => {
      setting.setDisabled(isSet(disabled, false));
    });
  }
}
