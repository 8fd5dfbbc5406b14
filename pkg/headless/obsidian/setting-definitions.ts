/** Draws the declared settings of a tab (1.13.0). Rows that are not visible are drawn and hidden. */
import type * as Api from 'obsidian';
import { addDiv } from './dom';
import { setIcon } from './icons';
import { Setting, SettingGroup } from './setting';
import { addControl } from './setting-controls';
import {
  asExtraButton,
  asGroup,
  asSetting,
  type Flag,
  type Group,
  isGroup,
  isList,
  isPage,
  isSet,
  validate,
} from './setting-definition-kinds';
import { notImitated } from './strict';

type Item = Api.SettingDefinitionItem;
type GroupItem = Api.SettingGroupItem;

interface Row {
  readonly item: GroupItem;
  readonly setting: Setting;
}

/** What the drawing needs of its tab. */
export interface ValueStore {
  getControlValue(key: string): unknown;
  setControlValue(key: string, value: unknown): unknown;
}

export class DrawnSettings {
  private readonly refreshers: (() => void)[] = [];
  private readonly cleanups: (() => void)[] = [];

  constructor(
    private readonly containerEl: HTMLElement,
    private readonly store: ValueStore,
    private readonly openPage: (page: Api.SettingDefinitionPage) => void,
  ) {}

  draw(items: readonly Item[]): void {
    let open: SettingGroup | undefined;
    for (const item of items) {
      if (isGroup(item)) {
        open = undefined;
        this.drawGroup(item);
      } else {
        // Rows outside any group share one without a heading.
        open ??= new SettingGroup(this.containerEl);
        this.drawItem(item, open, 0);
      }
    }
    this.refresh();
  }

  /** Asks every `visible` and `disabled` again. */
  refresh(): void {
    for (const refresher of this.refreshers) refresher();
  }

  clear(): void {
    for (const cleanup of this.cleanups.splice(0)) cleanup();
    this.refreshers.length = 0;
    this.containerEl.empty();
  }

  private drawGroup(definition: Group): void {
    const group = new SettingGroup(this.containerEl);
    const items = definition.items ?? [];
    if (definition.heading !== undefined) group.setHeading(definition.heading);
    if (definition.cls !== undefined) group.addClass(...definition.cls.split(' '));
    for (const build of definition.extraButtons ?? [])
      group.addExtraButton(component => build(asExtraButton(component)));
    this.refreshers.push(() => group.groupEl.toggle(isSet(definition.visible, true)));
    const list = isList(definition) ? definition : undefined;
    const rows = items.map((item, index) => ({ item, setting: this.drawItem(item, group, index, list) }));
    if (definition.search !== undefined) addSearch(group, definition.search, rows);
    if (list !== undefined) this.drawListParts(list, group, items.length);
  }

  private drawListParts(list: Api.SettingDefinitionList, group: SettingGroup, count: number): void {
    if (list.onReorder !== undefined) notImitated('SettingDefinitionList.onReorder');
    group.addClass('setting-list');
    const { addItem, emptyState } = list;
    if (count === 0 && emptyState !== undefined)
      addDiv(group.listEl, { cls: 'setting-list-empty', text: emptyState });
    if (addItem === undefined) return;
    group.addExtraButton(button => {
      button.setIcon('plus').setTooltip(addItem.name);
      button.onClick(() => addItem.action(button.extraSettingsEl));
    });
  }

  private drawItem(
    item: GroupItem,
    group: SettingGroup,
    index: number,
    list?: Api.SettingDefinitionList,
  ): Setting {
    const setting = new Setting(group.listEl).setName(item.name);
    if (item.desc !== undefined) setting.setDesc(item.desc);
    this.refreshers.push(() => setting.settingEl.toggle(isSet(item.visible, true)));
    if (isPage(item)) this.fillPage(setting, item);
    else this.fill(setting, item, group, index);
    const { onDelete } = list ?? {};
    if (onDelete !== undefined) {
      setting.addExtraButton(button =>
        button
          .setIcon('trash-2')
          .setTooltip('Delete')
          .onClick(() => onDelete(index)),
      );
    }
    return setting;
  }

  private fill(setting: Setting, item: Api.SettingDefinition, group: SettingGroup, index: number): void {
    if (item.control !== undefined) {
      this.fillControl(setting, item.control);
    } else if (item.render !== undefined) {
      const cleanup = item.render(asSetting(setting), asGroup(group));
      if (typeof cleanup === 'function') this.cleanups.push(cleanup);
    } else if (item.action !== undefined) {
      const { action, disabled } = item;
      this.makeClickable(setting, disabled, () => action(setting.settingEl, index));
    }
  }

  private fillControl(setting: Setting, control: Api.SettingControl): void {
    const value = this.store.getControlValue(control.key) ?? control.defaultValue;
    addControl(setting, control, value, entered => void this.enter(setting, control, entered));
    this.refreshers.push(() => {
      setting.setDisabled(isSet(control.disabled, false));
    });
    if (value !== undefined) void this.judge(setting, control, value);
  }

  private async enter(setting: Setting, control: Api.SettingControl, value: unknown): Promise<void> {
    if (await this.judge(setting, control, value)) await this.store.setControlValue(control.key, value);
    this.refresh();
  }

  /** Shows what `validate` says below the row. @returns whether the value may be kept */
  private async judge(setting: Setting, control: Api.SettingControl, value: unknown): Promise<boolean> {
    const problem = await validate(control, value);
    setting.setErrorMessage(problem);
    return problem === null;
  }

  private fillPage(setting: Setting, page: Api.SettingDefinitionPage): void {
    const { displayValue, status } = page;
    setting.addDisplayValue(value => {
      value.setValue((typeof displayValue === 'function' ? displayValue() : displayValue) ?? null);
      value.setStatus((typeof status === 'function' ? status() : status) ?? null);
    });
    setIcon(addDiv(setting.controlEl, 'setting-page-arrow'), 'chevron-right');
    this.makeClickable(setting, false, () => this.openPage(page));
  }

  private makeClickable(setting: Setting, disabled: Flag, action: () => void): void {
    setting.setClass('mod-clickable');
    this.refreshers.push(() => {
      setting.setDisabled(isSet(disabled, false));
    });
    setting.settingEl.addEventListener('click', () => {
      if (!isSet(disabled, false)) action();
    });
  }
}

/** Hides the rows that do not match what is typed; rows that are not searchable always stay. */
function addSearch(group: SettingGroup, search: NonNullable<Group['search']>, rows: readonly Row[]): void {
  group.addSearch(component => {
    component.setPlaceholder(search.placeholder ?? '').onChange(query => {
      for (const { item, setting } of rows) {
        if (isPage(item) || !isSet(item.searchable, true)) continue;
        setting.settingEl.toggle(isSet(item.visible, true) && search.match(item, query));
      }
    });
  });
}
