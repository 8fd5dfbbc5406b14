/** Links as the app writes them, by the user's settings. */
import type { TFile } from '../vault/files';
import type { MetadataCache } from '../metadata/metadata-cache';
import { parentOf } from '../vault/paths';
import type { Vault } from '../vault/vault';
import { relativePath } from '../../../../src/markdown/links/link-spelling';

export interface NewLink {
  readonly file: TFile;
  /** Path of the note that gets the link. */
  readonly source: string;
  /** With its `#`; empty for the whole file. */
  readonly subpath: string;
  /** What the link shows; empty for the app's choice. */
  readonly alias: string;
}

/**
 * Attachments are embedded; plugins that do not want that remove the `!`. In Markdown only spaces are
 * encoded, and the extension `.md` stays (both observed).
 */
export function newLink(vault: Vault, cache: MetadataCache, link: NewLink): string {
  const { file, source, subpath, alias } = link;
  const embed = file.extension === 'md' ? '' : '!';
  const isWithin = file.path === source && subpath !== '';
  if (vault.getConfig('useMarkdownLinks') === true) {
    const path = isWithin ? '' : pathOf(vault, cache, link, false);
    const target = (path + subpath).replaceAll(' ', '%20');
    return `${embed}[${alias === '' ? file.basename : alias}](${target})`;
  }
  const path = isWithin ? '' : pathOf(vault, cache, link, true);
  return `${embed}[[${path}${subpath}${alias === '' ? '' : `|${alias}`}]]`;
}

function pathOf(vault: Vault, cache: MetadataCache, { file, source }: NewLink, omitEnding: boolean): string {
  const format = vault.getConfig('newLinkFormat');
  if (format !== 'relative' && format !== 'absolute') return cache.fileToLinktext(file, source, omitEnding);
  const path = format === 'relative' ? relativePath(parentOf(source), file.path) : file.path;
  return omitEnding && file.extension === 'md' ? path.slice(0, -'.md'.length) : path;
}
