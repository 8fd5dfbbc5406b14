import { type App, FuzzySuggestModal } from 'obsidian';
import { t } from '../../../ui/text/text';
import { visibleLine } from '../../../utils/text/visible-text';

/** Lets the user pick a folder of the vault by typing parts of its path. */
export class FolderPicker extends FuzzySuggestModal<string> {
  override emptyStateText = t('folders.noneFound');

  /**
   * @param folders their vault paths
   * @param picked called with the path of the chosen one
   */
  constructor(
    app: App,
    private readonly folders: readonly string[],
    private readonly picked: (path: string) => void,
  ) {
    super(app);
    this.setPlaceholder(t('folders.pick'));
    this.inputEl.setAttr('aria-label', t('folders.pick'));
    this.modalEl.addClass('lectern-folders');
  }

  override getItems(): string[] {
    return [...this.folders];
  }

  override getItemText(path: string): string {
    return visibleLine(path);
  }

  override onChooseItem(path: string): void {
    this.picked(path);
  }
}
