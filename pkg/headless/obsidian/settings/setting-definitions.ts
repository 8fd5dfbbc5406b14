/** Draws the declared settings of a tab (1.13.0). Rows that are not visible are drawn and hidden. */
import type * as Api from 'obsidian';
import { addDiv } from '../dom/dom';
import { SettingGroup } from './setting';
import { asExtraButton, type Group, isGroup, isList, isPage, isSet } from './setting-definition-kinds';
import { DrawnRow, type RowDependencies } from './setting-row';
import { notImitated } from '../core/strict';

type Item = Api.SettingDefinitionItem;
type GroupItem = Api.SettingGroupItem;

/** Rows in one box: a declared group, or rows outside any group, which share one without a heading. */
interface Block {
  readonly group?: Group;
  readonly items: readonly GroupItem[];
}

export class DrawnSettings {
  private readonly groups: DrawnGroup[] = [];
  private readonly parts: RowDependencies;

  constructor(
    private readonly containerEl: HTMLElement,
    store: RowDependencies['store'],
    openPage: RowDependencies['openPage'],
  ) {
    this.parts = { store, openPage, refresh: () => this.refresh() };
  }

  /** May be called again, with other definitions: groups and rows at the same place are kept. */
  draw(items: readonly Item[]): void {
    const blocks = blocksOf(items);
    for (const gone of this.groups.splice(blocks.length)) gone.remove();
    for (const [index, block] of blocks.entries()) {
      const group = this.groups[index] ?? new DrawnGroup(new SettingGroup(this.containerEl), this.parts);
      this.groups[index] = group;
      group.draw(block);
    }
    this.refresh();
  }

  /** Evaluates every `visible` and `disabled` again. */
  refresh(): void {
    for (const group of this.groups) group.refresh();
  }

  clear(): void {
    for (const group of this.groups.splice(0)) group.remove();
  }
}

class DrawnGroup {
  private readonly rows: DrawnRow[] = [];
  private block: Block = { items: [] };
  private classes: string[] = [];
  private emptyState: HTMLElement | undefined;

  constructor(
    private readonly shown: SettingGroup,
    private readonly parts: RowDependencies,
  ) {}

  draw(block: Block): void {
    this.block = block;
    const { group, items } = block;
    this.drawHead(group);
    for (const gone of this.rows.splice(items.length)) gone.remove();
    for (const [index, item] of items.entries()) {
      const row = this.rows[index] ?? new DrawnRow(this.shown, this.parts);
      this.rows[index] = row;
      row.draw(item, index);
    }
    if (group?.search !== undefined) this.addSearch(group.search);
    if (group !== undefined && isList(group)) this.drawListParts(group);
  }

  refresh(): void {
    this.shown.groupEl.toggle(isSet(this.block.group?.visible, true));
    for (const row of this.rows) row.refresh();
  }

  remove(): void {
    for (const row of this.rows.splice(0)) row.clear();
    this.shown.groupEl.detach();
  }

  private drawHead(group: Group | undefined): void {
    const { shown } = this;
    shown.clearHead();
    shown.groupEl.removeClasses(this.classes);
    this.classes = group?.cls?.split(' ') ?? [];
    shown.groupEl.addClasses(this.classes);
    if (group?.heading !== undefined) shown.setHeading(group.heading);
    for (const build of group?.extraButtons ?? [])
      shown.addExtraButton(component => build(asExtraButton(component)));
  }

  private drawListParts(list: Api.SettingDefinitionList): void {
    const { shown, rows } = this;
    if (list.onReorder !== undefined) notImitated('SettingDefinitionList.onReorder');
    shown.addClass('setting-list');
    this.emptyState?.detach();
    const { addItem, emptyState, onDelete } = list;
    if (rows.length === 0 && emptyState !== undefined)
      this.emptyState = addDiv(shown.listEl, { cls: 'setting-list-empty', text: emptyState });
    if (addItem !== undefined) {
      shown.addExtraButton(button => {
        button.setIcon('plus').setTooltip(addItem.name);
        button.onClick(() => addItem.action(button.extraSettingsEl));
      });
    }
    if (onDelete === undefined) return;
    for (const [index, { setting }] of rows.entries()) {
      setting.addExtraButton(button =>
        button
          .setIcon('trash-2')
          .setTooltip('Delete')
          .onClick(() => onDelete(index)),
      );
    }
  }

  /** Hides the rows that do not match what is typed; rows that are not searchable always stay. */
  private addSearch(search: NonNullable<Group['search']>): void {
    this.shown.addSearch(component => {
      component.setPlaceholder(search.placeholder ?? '').onChange(query => {
        for (const [index, { setting }] of this.rows.entries()) {
          const item = this.block.items[index];
          if (item === undefined || isPage(item) || !isSet(item.searchable, true)) continue;
          setting.settingEl.toggle(isSet(item.visible, true) && search.match(item, query));
        }
      });
    });
  }
}

function blocksOf(items: readonly Item[]): Block[] {
  const blocks: Block[] = [];
  let loose: GroupItem[] | undefined;
  for (const item of items) {
    if (isGroup(item)) {
      loose = undefined;
      blocks.push({ group: item, items: item.items ?? [] });
    } else if (loose === undefined) {
      loose = [item];
      blocks.push({ items: loose });
    } else loose.push(item);
  }
  return blocks;
}
