import type { Setting } from 'obsidian';
import { t } from '../../../ui/text/text';
import { folderGlob } from '../../../utils/glob/folder-glob';
import { visibleLine } from '../../../utils/text/visible-text';
import type { TabState } from '../parts';
import { addAction } from '../rows';
import { rulesProblem } from '../tokens/token-problems';
import { FolderPicker } from './folder-picker';

export interface FolderRules {
  /** What they are, for screen readers. */
  readonly label: string;
  readonly value: readonly string[];
  /** Shown while there is no rule. */
  readonly none: string;
  /** Called with valid rules. */
  readonly changed: (rules: readonly string[]) => unknown;
}

/** Folder rules, each with a button that removes it, and a button that adds a folder or a pattern. */
export function addFolderRules(row: Setting, { options }: TabState, rules: FolderRules): void {
  const { label, none, changed } = rules;
  let { value } = rules;
  const list = row.controlEl.createDiv({ cls: 'lectern-chips', attr: { role: 'list', 'aria-label': label } });
  const keep = (next: readonly string[]): void => {
    const problem = rulesProblem(next);
    row.setErrorMessage(problem);
    if (problem !== null) return;
    value = next;
    draw();
    changed(next);
    choose.focus();
  };
  const draw = (): void => {
    list.empty();
    if (value.length === 0)
      list.createSpan({ cls: 'lectern-chip mod-none', text: none, attr: { role: 'listitem' } });
    for (const rule of value) {
      const folder = visibleLine(folderOf(rule));
      const chip = list.createSpan({ cls: 'lectern-chip', text: folder, attr: { role: 'listitem' } });
      const attr = { 'aria-label': t('folders.remove', { folder, rules: label }) };
      const remove = chip.createEl('button', { cls: 'clickable-icon', text: '×', attr });
      remove.addEventListener('click', () => keep(value.filter(other => other !== rule)));
    }
  };
  const choose = addAction(row, {
    text: t('folders.choose'),
    label: t('folders.chooseFor', { rules: label }),
    run: () =>
      new FolderPicker(options.app, options.folders(), rule => keep([...new Set([...value, rule])])).open(),
  });
  draw();
}

/** The path of the folder that the picker made the rule from; any other rule as it is. */
function folderOf(rule: string): string {
  const path = rule.replace(/\/\*\*$/, () => '').replace(/\\(.)/gu, (_, character: string) => character);
  return path !== '' && folderGlob(path) === rule ? path : rule;
}
