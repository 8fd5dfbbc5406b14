/** Where the app stores new attachments, and how it links to them, by the user's settings. */
import { type App, normalizePath, type TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { relativePath } from '../../../markdown/links/link-spelling';
import { VaultPath } from '../../access/vault-path';
import type { VisibleFiles } from '../../access/visible-files';
import { configOf } from '../../app/app-config';
import type { WriteTargets } from '../write-targets';
import { folderOf, lastName } from '../../../utils/text/pieces';

interface Placing {
  readonly app: App;
  readonly files: VisibleFiles;
  readonly targets: WriteTargets;
}

/** Characters that end the path in a link. */
const unlinkable = /[#^[\]|]/;

/**
 * The path for a new attachment: a free one in the app's attachment folder, or the given path itself.
 * @param note that the attachment belongs to
 * @throws ToolFailure `invalid_path`, `permission_denied`; `already_exists` for a path with folders
 */
export function placeFor(name: string, note: TFile | undefined, { app, files, targets }: Placing): string {
  if (unlinkable.test(name))
    throw new ToolFailure(
      'invalid_path',
      'The name has one of the characters # ^ [ ] |, which no link can hold.',
    );
  if (name.includes('/')) return targets.freePath(name);
  const folder = folderFor(app, note);
  const known = folder === '' ? '' : (files.at(VaultPath.parse(folder))?.path ?? folder);
  const wanted = known === '' ? name : `${known}/${name}`;
  try {
    return targets.freePath(wanted);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.code !== 'already_exists') throw error;
    return targets.freePath(targets.freeName(wanted));
  }
}

/**
 * Reads the setting: the app's `getAvailablePathForAttachment` creates the folder, which a preview or a
 * refused call must not do. `./` is the note's folder, '' the root.
 */
function folderFor({ vault }: App, note: TFile | undefined): string {
  const setting = configOf(vault, 'attachmentFolderPath');
  const configured = typeof setting === 'string' ? setting : '/';
  const isBeside = configured === '.' || configured.startsWith('./');
  const below = normalized(isBeside ? configured.slice(1) : configured);
  const base = isBeside && note !== undefined ? folderOf(note.path) : '';
  return [base, below].filter(part => part !== '').join('/');
}

function normalized(path: string): string {
  const plain = normalizePath(path);
  return plain === '/' ? '' : plain;
}

/**
 * The embed of a future attachment, as the app would write it.
 * @param isOnly whether its name is unique, so that the name alone leads to it
 */
export function embedOf(path: string, note: TFile, { vault }: App, isOnly: boolean): string {
  const format = configOf(vault, 'newLinkFormat');
  const name = lastName(path);
  const shortest = isOnly ? name : path;
  const fromNote = relativePath(folderOf(note.path), path);
  const target = format === 'relative' ? fromNote : format === 'absolute' ? path : shortest;
  if (configOf(vault, 'useMarkdownLinks') !== true) return `![[${target}]]`;
  return `![${name.slice(0, name.lastIndexOf('.'))}](${target.replace(/[ %()<>]/g, character => encoded(character))})`;
}

const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
