/** Lets the person choose where a file goes: the app asks as a browser does for a download. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes]));
  const link = createEl('a', { href: url, attr: { download: name } });
  link.click();
  URL.revokeObjectURL(url);
}
