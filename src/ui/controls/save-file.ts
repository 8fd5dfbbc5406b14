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
