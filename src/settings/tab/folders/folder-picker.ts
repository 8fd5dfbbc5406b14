import { type App, type FuzzyMatch, FuzzySuggestModal } from 'obsidian';
import { quoted } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import { folderGlob } from '../../../utils/glob/folder-glob';
import { visibleLine } from '../../../utils/text/visible-text';

interface Offered {
  readonly text: string;
  /** The folder's vault path; of a pattern, what was typed. */
  readonly path: string;
  /** The folder rule that it stands for. */
  readonly rule: string;
}

/** Chooses a folder of the vault, or what is typed as a pattern. */
export class FolderPicker extends FuzzySuggestModal<Offered> {
  override emptyStateText = t('folders.noneFound');

  /**
   * @param folders their vault paths
   * @param picked called with the folder rule and the vault path of the chosen one
   * @param isPatternOffered whether what is typed can be chosen as a pattern
   */
  constructor(
    app: App,
    private readonly folders: readonly string[],
    private readonly picked: (rule: string, path: string) => void,
    private readonly isPatternOffered = true,
  ) {
    super(app);
    this.setPlaceholder(t('folders.pick'));
    this.inputEl.setAttr('aria-label', t('folders.pick'));
    this.modalEl.addClass('lectern-folders');
  }

  override getItems(): Offered[] {
    return this.folders.map(path => ({ text: visibleLine(path), path, rule: folderGlob(path) }));
  }

  override getItemText({ text }: Offered): string {
    return text;
  }

  override getSuggestions(query: string): FuzzyMatch<Offered>[] {
    const found = super.getSuggestions(query);
    const rule = query.trim();
    if (!this.isPatternOffered || rule === '' || this.folders.includes(rule)) return found;
    const text = t('folders.pattern', { pattern: quoted(rule) });
    return [...found, { item: { text, path: rule, rule }, match: { score: 0, matches: [] } }];
  }

  override onChooseItem({ rule, path }: Offered): void {
    this.picked(rule, path);
  }
}
