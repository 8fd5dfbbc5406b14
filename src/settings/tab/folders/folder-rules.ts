import type { Setting, TextAreaComponent } from 'obsidian';
import { t } from '../../../ui/text/text';
import { folderGlob } from '../../../utils/glob/folder-glob';
import type { TabState } from '../parts';
import { addAction, addLines, linesOf } from '../rows';
import { rulesProblem } from '../tokens/token-problems';
import { FolderPicker } from './folder-picker';

export interface FolderRules {
  /** The field's name for screen readers. */
  readonly label: string;
  readonly value: readonly string[];
  readonly example: string;
  /** Called with valid rules. */
  readonly save: (rules: readonly string[]) => Promise<unknown>;
  /** Called when the text changes, possibly to an incomplete rule. */
  readonly typed: () => void;
}

/** A field for folder rules, one per line, and a button that adds a folder of the vault. */
export function addFolderRules(row: Setting, { options }: TabState, rules: FolderRules): TextAreaComponent {
  const { label, value, example, save, typed } = rules;
  const keep = async (lines: readonly string[]): Promise<void> => {
    const problem = rulesProblem(lines);
    row.setErrorMessage(problem);
    if (problem === null) await save(lines);
  };
  const area = addLines(row, { label, value, onChange: keep });
  area.setPlaceholder(example).onChange(typed);
  const add = (path: string): void => {
    const lines = [...new Set([...linesOf(area.getValue()), folderGlob(path)])];
    area.setValue(lines.join('\n'));
    void keep(lines);
    typed();
  };
  const button = addAction(row, {
    text: t('folders.choose'),
    label: t('folders.chooseFor', { rules: label }),
    run: () => new FolderPicker(options.app, options.folders(), add).open(),
  });
  button.addClass('lectern-choose-folder');
  return area;
}
