/**
 * Handles unsaved text: the app saves an editor two seconds after the last key. If another program writes the
 * file before that, the app merges both texts by guessing (observed in 1.12.7 and 1.13.6).
 */
import { type App, TextFileView } from 'obsidian';
import { after, inTime, pause } from '../../platform';
import { callMethod, property } from '../plugins/plugin-api';

/** Most saves per view: a running save, or one of a large drawing, may need a second. */
const maxSaves = 4;
/** Delay between two saves, milliseconds. */
const saveInterval = 40;

/** The longest wait for one save, milliseconds: a view that hangs must not block the write. */
const maxSaveTime = 1000;

/** `stuck`: a save did not end in time, so checking again soon is useless. */
type Saved = 'all' | 'unsaved' | 'stuck';

/** Makes every open view of the file save its typed text; costs nothing if none is open. Never rejects. */
export async function saveOpenEditors(app: App, path: string, startTimer = after): Promise<Saved> {
  for (let count = 0; count < maxSaves; count += 1) {
    const unsaved = await unsavedViews(app, path);
    if (unsaved.length === 0) return 'all';
    if (count > 0) await pause(saveInterval);
    for (const view of unsaved) {
      const saving = save(view).then(() => true);
      if (!(await inTime(saving, maxSaveTime, () => false, undefined, startTimer))) return 'stuck';
    }
  }
  return (await unsavedViews(app, path)).length === 0 ? 'all' : 'unsaved';
}

async function save(view: TextFileView): Promise<void> {
  try {
    // Without `false`, Excalidraw ignores the next change of the file, which would be ours (2.26).
    await view.save(false);
  } catch {
    // The next check finds the view unsaved.
  }
}

/** Whether a view holds text that is not in `text`, the file's content. Does not wait. */
export function hasUnsavedText(app: App, path: string, text: string): boolean {
  return viewsOf(app, path).some(view => isUnsaved(view) ?? !isShown(view, text));
}

async function unsavedViews(app: App, path: string): Promise<TextFileView[]> {
  const unsaved: TextFileView[] = [];
  for (const view of viewsOf(app, path)) {
    if (isUnsaved(view) ?? !isShown(view, await textOf(app, view))) unsaved.push(view);
  }
  return unsaved;
}

/** The views of all windows. Tabs that were never shown have no view of the file, and so no unsaved text. */
function viewsOf(app: App, path: string): TextFileView[] {
  const views: TextFileView[] = [];
  app.workspace.iterateAllLeaves(leaf => {
    const view = property(leaf, 'view');
    if (view instanceof TextFileView && view.file?.path === path) views.push(view);
  });
  return views;
}

/** By members internal to the app (`dirty`, `saving`) or Excalidraw (`isDirty`, `semaphores`); undefined without any. */
function isUnsaved(view: TextFileView): boolean | undefined {
  const marks = [
    property(view, 'dirty'),
    property(view, 'saving'),
    callMethod(view, 'isDirty', []),
    property(property(view, 'semaphores'), 'saving'),
  ].filter(mark => typeof mark === 'boolean');
  return marks.length === 0 ? undefined : marks.includes(true);
}

/** Ignores line breaks and the byte order mark, which may differ from the file (assumed). */
function isShown(view: TextFileView, text: string | undefined): boolean {
  return text === undefined || plain(view.getViewData()) === plain(text);
}

function plain(text: string): string {
  return text.replace(/\r\n?|^\uFEFF/g, found => (found === '\uFEFF' ? '' : '\n'));
}

/** Undefined if the text cannot be read. */
async function textOf(app: App, { file }: TextFileView): Promise<string | undefined> {
  return file === null ? undefined : app.vault.read(file).catch(() => undefined);
}
