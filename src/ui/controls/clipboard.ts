import { type App, Modal } from 'obsidian';
import { notify } from '../notices/notices';
import { t } from '../text/text';

export interface Copied {
  readonly text: string;
  /** Where to paste it, as text for the user. */
  readonly place: string;
}

/**
 * Copies a text and says where to paste it. Without access to the clipboard, shows the text selected. Never
 * rejects.
 * @param from the clicked element. A window writes to the clipboard only while it has the focus, and the
 * settings may have their own window; by default, the window that the user works in.
 */
export async function copyText(app: App, { text, place }: Copied, from?: HTMLElement): Promise<void> {
  try {
    const window = from?.ownerDocument.defaultView ?? activeWindow;
    await window.navigator.clipboard.writeText(text);
    notify(t('notice.copied', { place }));
  } catch {
    new CopyByHand(app, text).open();
  }
}

class CopyByHand extends Modal {
  constructor(
    app: App,
    private readonly text: string,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle(t('copy.title'));
    const { contentEl } = this;
    contentEl.createEl('p', {
      text: t('copy.text'),
    });
    const field = contentEl.createEl('textarea', {
      cls: 'lectern-copied',
      attr: { readonly: true, rows: 6, 'aria-label': t('copy.label') },
    });
    field.value = this.text;
    field.focus();
    field.select();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
