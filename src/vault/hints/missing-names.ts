/** Hints about properties, fields, folders and notes that do not exist, with similar names. */

import { allQuoted, jsonLine, quoted, textBefore, withoutOuterSlashes } from '../../utils/text/pieces';
import { TFolder } from 'obsidian';
import { adviceFor, type Shows } from '../../errors';
import { nearest } from '../../utils/near';
import type { Condition } from '../../utils/properties/conditions';
import { isLinkText, targetOf } from '../../utils/properties/link-values';
import {
  baseFieldHint,
  intendedField,
  namedField,
  type NoteField,
  noteFields,
} from '../../utils/properties/note-field-names';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { isVaultPath, VaultPath } from '../access/vault-path';
import { isNote, type VisibleFiles } from '../access/visible-files';

const maxNear = 3;
const maxNearProperties = 5;
const shortName = 2;

/** The first of some paths, and how many more there are. */
export function someOf(paths: readonly string[], most = 5): string {
  const more = paths.length - most;
  return `${allQuoted(paths.slice(0, most))}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Where a property was named. Conditions also take fields of notes, such as `wordCount`, and bases have their own. */
export type PropertyPlace = 'properties' | 'conditions' | 'base';

/** A sentence about a property that no note has, with what may be meant. @param known the existing properties */
export function missingProperty(
  name: string,
  known: Iterable<string>,
  place: PropertyPlace,
  shows: Shows,
): string[] {
  const isShort = name.trim().length <= shortName;
  const near = isShort ? [] : nearest(name, known, maxNearProperties);
  const field = namedField(name);
  const isField = place === 'properties' && field !== undefined && field.root !== 'frontmatter';
  const listed = ['`list_properties` lists them', '`read_note` shows those of a note'];
  const shown = [`\`query_notes\` with \`select: ["${field?.name}"]\` shows this field`];
  const way =
    near.length > 0 && !isField
      ? `similar names: ${allQuoted(near)}`
      : adviceFor(isField ? shown : listed, shows);
  const hints = [`No note has a property ${quoted(name)}${way === '' ? '' : `; ${way}`}.`];
  if (place === 'base') return [...hints, ...baseFieldHint(name)];
  if (place === 'properties') return hints;
  if (!isShort) hints.push(...fieldHint(name, shows));
  if (/^\w+\(.*\)$/su.test(name))
    hints.push('Conditions cannot compute: name a property or a field, such as `folder` or `modified`.');
  if (/[\s:#]/u.test(name.trim()))
    hints.push('A condition is written as `key=value`, such as `status=open` or `tags=project`.');
  return hints;
}

/** What to ask for instead of a field that notes do not have; empty if nothing is similar. */
function fieldHint(name: string, shows: Shows): string[] {
  if (/broken|unresolved/iu.test(name))
    return [adviceFor(['`check_links` finds broken links.', '`get_links` marks broken links.'], shows)];
  const field = intendedField(name) ?? nearest(name, noteFields, 1)[0];
  if (field !== undefined) return [`Did you mean the field \`${field}\`?`];
  if (/^(?:file\.)?(?:ext|extension|type|kind|mime)$/iu.test(name))
    return ['For other files use `list` with, for example, `includes: ["**/*.pdf"]`.'];
  if (!/^(?:headings?|sections?|content|text|body|line)$/iu.test(name)) return [];
  return [adviceFor('`search` finds headings and text.', shows)];
}

/** The hint if the caller sees no folder at the path. */
function missingFolder(path: string, files: VisibleFiles): string {
  const near = files.near.to(path, file => file instanceof TFolder);
  const way = near.length === 0 ? '`list` shows the folders' : `similar folders: ${allQuoted(near)}`;
  return `There is no folder ${quoted(path)}; ${way}.`;
}

export async function absentFolders(
  names: readonly string[],
  files: VisibleFiles,
  loop: SlicedLoop,
): Promise<string[]> {
  const hints: string[] = [];
  await forEachInTurn(names.map(withoutOuterSlashes), loop, path => {
    if (path !== '' && !isFolder(path, files)) hints.push(missingFolder(path, files));
  });
  return hints;
}

/** Why a condition on `folder` finds nothing. */
export function folderHints({ value = '' }: Condition, files: VisibleFiles): string[] {
  const path = withoutOuterSlashes(value);
  if (path === '') return [];
  return isFolder(path, files)
    ? [`No note is directly in the folder ${quoted(path)}; pass it as \`path\` to include its subfolders.`]
    : [missingFolder(path, files)];
}

/** The note's name in `[[Name#Heading|shown]]` or `![[Name]]`; any other text unchanged. */
function linkedName(text: string): string {
  const link = text.startsWith('!') ? text.slice(1) : text;
  return (isLinkText(link) ? textBefore(targetOf(link), '#') : text).trim();
}

const namesNotes: readonly NoteField[] = ['path', 'name', 'title', 'links', 'backlinks'];

/** Why a condition that names a note finds nothing, such as `links=Plan`. */
export function noteHints({ field, operator, value = '' }: Condition, files: VisibleFiles): string[] {
  const name = linkedName(value);
  if (field === undefined || operator !== '=' || !namesNotes.includes(field.root)) return [];
  if (/^\d*$/u.test(name)) return [];
  if (field.root === 'path' && isFolder(name, files))
    return [`${quoted(name)} is a folder: write ${jsonLine(`folder=${name}`)}, or give it as \`path\`.`];
  const there = isVaultPath(name) ? files.linkTarget(name, '') : undefined;
  if (there !== undefined && field.root === 'links') return [`No note here links to ${quoted(name)}.`];
  if (there !== undefined && field.root === 'backlinks') return [`${quoted(name)} links to no note here.`];
  if (there !== undefined) return [];
  const near = files.near.to(name, isNote).slice(0, maxNear);
  const way = near.length === 0 ? '`search` finds notes by their words' : `similar notes: ${allQuoted(near)}`;
  return [`No note is called ${quoted(name)}; ${way}.`];
}

const wildcards = /[*?[\]{}()!\\]/u;

/** Why globs let nothing through: they name only a folder, or a missing one. */
export function globHints(includes: readonly string[], files: VisibleFiles): string[] {
  const [pattern = ''] = includes;
  if (includes.length !== 1 || pattern.startsWith('!')) return [];
  const path = withoutOuterSlashes(pattern);
  if (!wildcards.test(path))
    return isFolder(path, files)
      ? [`${quoted(pattern)} is a folder: write ${jsonLine(`${path}/**`)} for what is in it.`]
      : [];
  const segments = path.split('/');
  const firstWild = segments.findIndex(segment => wildcards.test(segment));
  const folder = segments.slice(0, firstWild).join('/');
  return folder === '' || isFolder(folder, files) ? [] : [missingFolder(folder, files)];
}

function isFolder(path: string, files: VisibleFiles): boolean {
  return isVaultPath(path) && files.at(VaultPath.parse(path)) instanceof TFolder;
}
