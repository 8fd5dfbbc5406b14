/**
 * The app keeps the rows of a tab that is redrawn: it runs a row's cleanup, empties its `controlEl`, and
 * calls `render` with the same `Setting`, maybe for another definition. So everything that a row added
 * outside of `controlEl` is removed here, for all rows.
 */
import type { Setting, SettingDefinitionItem, SettingDefinitionRender, SettingGroupItem } from 'obsidian';
import { confirmTypedText } from './rows';

/** The rows that are drawn now, and can be redrawn in place. */
export class DrawnRows {
  private readonly rows = new Set<() => void>();

  /** Redraws all rows without the app, which may leave the open page. */
  redraw(): void {
    for (const redraw of [...this.rows]) redraw();
  }

  /** The same definitions; their cleanup restores the rows. */
  following(items: readonly SettingDefinitionItem[]): SettingDefinitionItem[] {
    return items.map(item =>
      'type' in item && item.type !== 'page'
        ? { ...item, items: (item.items ?? []).map(inner => this.followed(inner)) }
        : this.followed(item),
    );
  }

  private followed(item: SettingGroupItem): SettingGroupItem {
    if ('type' in item)
      return item.items === undefined ? item : { ...item, items: this.following(item.items) };
    if (item.render === undefined) return item;
    return { ...item, render: (row, group) => this.draw(row, () => item.render(row, group)) };
  }

  /** @returns the cleanup */
  private draw(row: Setting, render: () => ReturnType<SettingDefinitionRender['render']>): () => void {
    const restore = restorer(row);
    let end = render();
    const finish = (): void => {
      confirmTypedText(row.settingEl);
      if (typeof end === 'function') end();
      restore();
    };
    const redraw = (): void => {
      finish();
      row.clear();
      end = render();
    };
    this.rows.add(redraw);
    return () => {
      this.rows.delete(redraw);
      finish();
    };
  }
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
