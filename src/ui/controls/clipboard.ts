import { type App, Modal } from 'obsidian';
import { notify } from '../notices/notices';

export interface Copied {
  readonly text: string;
  /** Where it goes, in words for a person. */
  readonly place: string;
}

/**
 * Copies a text at the user's wish and tells them where it goes; shows it, selected, where the clipboard is out of reach.
 * Never rejects.
 * @param from what was clicked. A window writes to the clipboard only while it has the focus, and the settings may have
 * a window of their own; left out, it is the window that the user works in.
 */
export async function copyText(app: App, { text, place }: Copied, from?: HTMLElement): Promise<void> {
  try {
    const window = from?.ownerDocument.defaultView ?? activeWindow;
    await window.navigator.clipboard.writeText(text);
    notify(`Copied. It goes here: ${place}.`);
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
    this.setTitle('Copy it yourself');
    const { contentEl } = this;
    contentEl.createEl('p', {
      text: 'The clipboard is out of reach. The text is selected: copy it from here.',
    });
    const field = contentEl.createEl('textarea', {
      cls: 'lectern-copied',
      attr: { readonly: true, rows: 6, 'aria-label': 'Text to copy' },
    });
    field.value = this.text;
    field.focus();
    field.select();
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
