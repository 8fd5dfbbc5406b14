/** What the user asks the app to do: by a button, open a note or the settings, copy a text, save a file. */

import { type App, ConfirmationModal, normalizePath, Modal } from 'obsidian';
import { notify } from '../notices';
import { markOwn, t } from '../text/text';

/** A plain button, as dialogs have them. */
export function addButton(parent: HTMLElement, text: string, run: () => unknown): HTMLButtonElement {
  const button = parent.createEl('button', { text });
  button.addEventListener('click', run);
  return button;
}

/** Opens a note in the main area; shows a notice if there is none. */
export async function openNote({ vault, workspace }: App, path: string): Promise<void> {
  const place = normalizePath(path);
  const file = vault.getFileByPath(place) ?? vault.getFileByPath(`${place}.md`);
  if (file === null) notify(t('activity.noNote'));
  else await workspace.getLeaf(false).openFile(file);
}

/** Opens the plugin's settings. The dialog is not in the typings; does nothing if it is missing. */
export function openSettings(app: App, id: string): void {
  const dialog: unknown = Reflect.get(app, 'setting');
  call(dialog, 'open');
  call(dialog, 'openTabById', id);
}

/** Asks before something that cannot be taken back. @param isDestructive whether the button warns */
export function confirm(
  app: App,
  { title, text, button }: Readonly<Record<'title' | 'text' | 'button', string>>,
  run: () => unknown,
  isDestructive = true,
): void {
  const modal = new ConfirmationModal(app);
  markOwn(modal.modalEl);
  modal.setTitle(title).setContent(text);
  modal.addButton(component => {
    component.setButtonText(button).setCta().onClick(run);
    if (isDestructive) component.setDestructive();
  });
  modal.addCancelButton();
  modal.open();
}

interface Copied {
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
    markOwn(this.modalEl);
    this.setTitle(t('copy.title'));
    const { contentEl } = this;
    contentEl.createEl('p', { text: t('copy.text') });
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

/**
 * Saves a file as a browser's download: the user chooses where. The app's window then shows it in its folder.
 * @param ended called with whether the user saved it; a window without Electron does not tell
 */
export function saveFile(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  ended: (isSaved: boolean) => void,
): void {
  followDownload(ended);
  const url = URL.createObjectURL(new Blob([bytes]));
  const link = createEl('a', { href: url, attr: { download: name } });
  link.click();
  URL.revokeObjectURL(url);
}

/** Electron is not in the app's typings: where it is missing, nothing happens. */
function followDownload(ended: (isSaved: boolean) => void): void {
  const electron: unknown = Reflect.get(window, 'electron');
  const contents = call(property(electron, 'remote'), 'getCurrentWebContents');
  call(property(contents, 'session'), 'once', 'will-download', (_event: unknown, item: unknown) => {
    call(item, 'once', 'done', (_done: unknown, state: unknown) => {
      if (state === 'completed')
        call(property(electron, 'shell'), 'showItemInFolder', call(item, 'getSavePath'));
      ended(state === 'completed');
    });
  });
}

function property(target: unknown, name: string): unknown {
  const isObject = (typeof target === 'object' && target !== null) || typeof target === 'function';
  return isObject ? Reflect.get(target, name) : undefined;
}

function call(target: unknown, name: string, ...values: readonly unknown[]): unknown {
  const method = property(target, name);
  return typeof method === 'function' ? Reflect.apply(method, target, values) : undefined;
}
