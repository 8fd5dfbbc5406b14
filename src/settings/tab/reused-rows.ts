/**
 * The app keeps the rows of a tab that is drawn again: it runs the cleanup of a row, empties its `controlEl`, and calls
 * `render` with the same `Setting`, maybe for another definition. So whatever a row got outside of `controlEl` is taken
 * back here, for all rows alike.
 */
import type {
  Setting,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionList,
  SettingDefinitionPage,
  SettingDefinitionRender,
  SettingGroupItem,
} from 'obsidian';
import { keepTyped } from './typed-fields';

/** The same definitions; after their cleanup, rows are as they were before. */
export function leavingNothing(items: readonly SettingDefinitionItem[]): SettingDefinitionItem[] {
  return items.map(item =>
    isGroup(item) ? { ...item, items: (item.items ?? []).map(restored) } : restored(item),
  );
}

function restored(item: SettingGroupItem): SettingGroupItem {
  if (isPage(item)) return item.items === undefined ? item : { ...item, items: leavingNothing(item.items) };
  if (!isRendered(item)) return item;
  const { render } = item;
  return {
    ...item,
    render: (row, group) => {
      const restore = restorer(row);
      const end = render(row, group);
      return () => {
        keepTyped(row.settingEl);
        if (typeof end === 'function') end();
        restore();
      };
    },
  };
}

type Group = SettingDefinitionGroup | SettingDefinitionList;

function isGroup(item: SettingDefinitionItem): item is Group {
  return 'type' in item && item.type !== 'page';
}

function isPage(item: SettingGroupItem): item is SettingDefinitionPage {
  return 'type' in item;
}

function isRendered(item: SettingGroupItem): item is SettingDefinitionRender {
  return 'render' in item;
}

function restorer(row: Setting): () => void {
  const options = [row.settingEl, row.infoEl, row.nameEl].map(element => ({
    element,
    children: new Set(element.children),
    attributes: new Set(element.getAttributeNames()),
  }));
  const hadDescription = row.descEl.hasChildNodes();
  return () => {
    row.setErrorMessage(null);
    for (const { element, children, attributes } of options) {
      for (const child of [...element.children]) if (!children.has(child)) child.remove();
      for (const name of element.getAttributeNames())
        if (!attributes.has(name) && name !== 'class' && name !== 'style') element.removeAttribute(name);
      element.removeClasses([...element.classList].filter(name => name.startsWith('lectern-')));
    }
    if (!hadDescription) row.descEl.empty();
  };
}
