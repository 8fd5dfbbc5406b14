import { foldTag, tagCovers } from '../../utils/properties/property-names';
import { foldPath } from '../../utils/text/folding';
import type { BaseFile } from '../base-vault';
import { type Scope } from '../evaluation/scope';
import { linkCost } from '../evaluation/budget';
import { linkpathOf } from '../../markdown/links/link-target';
import { charactersFolded } from '../values/equality';
import { fileAt, fileOfLink, linkTo } from '../values/links';
import { hasProperty } from '../values/properties';
import { fileOf, listOf, type LinkValue, type ObjectValue, type Value } from '../values/value';
import { textAt, members } from './members';
import { withoutOuterSlashes } from '../../utils/text/pieces';

export const files = members<BaseFile>(
  {
    // A note's name is shown without its extension.
    name: ({ name, basename, extension }) => (extension === 'md' ? basename : name),
    basename: ({ basename }) => basename,
    path: ({ path }) => path,
    folder: ({ folder }) => (folder === '' ? '/' : folder),
    ext: ({ extension }) => extension,
    size: ({ size }) => size,
    ctime: ({ created }) => ({ kind: 'date', at: created, hasTime: true }),
    mtime: ({ modified }) => ({ kind: 'date', at: modified, hasTime: true }),
    tags: (file, scope) => scope.files.tags(file, scope),
    links: (file, scope) => scope.files.links(file, scope),
    embeds: (file, scope) => scope.files.embeds(file, scope),
    backlinks: (file, scope) => scope.files.backlinks(file, scope),
    properties: (file, scope) => scope.files.properties(file, scope),
    file: file => fileOf(file),
  },
  {
    asLink: [0, (file, args, scope) => linkTo(file, args.length === 0 ? undefined : textAt(args, 0, scope))],
    hasLink: [1, (file, args, scope) => linksToFile(file, args[0] ?? null, scope)],
    hasProperty: [1, (file, args, scope) => hasProperty(file, textAt(args, 0, scope), scope)],
    hasTag: [1, hasTag],
    inFolder: [1, (file, args, scope) => isInFolder(file, textAt(args, 0, scope), scope)],
  },
);

/** Whether the file links to the file that the value (a file, link or text) refers to. */
function linksToFile(file: BaseFile, other: Value, scope: Scope): boolean {
  if (other === null) return false;
  scope.budget.spend(linkCost);
  if (typeof other === 'object' && other.kind === 'file') return scope.files.leadsTo(file, other.file, scope);
  if (typeof other === 'object' && other.kind === 'link')
    return hasLink(file, other.target, other.source, scope);
  return hasLink(file, targetIn(textAt([other], 0, scope)), file.path, scope);
}

/** The target of a text that may be written as a wikilink. */
function targetIn(text: string): string {
  return text.startsWith('[[') && text.endsWith(']]') ? text.slice(2, -2) : text;
}

/** Whether a file links to the target of a text or link; without a target, whether it has a link with that text. */
function hasLink(file: BaseFile, target: string, source: string, scope: Scope): boolean {
  const found = fileAt(target, source, scope);
  if (found !== undefined) return scope.files.leadsTo(file, found, scope);
  scope.budget.spendOnReading(target.length);
  return scope.files.linkpaths(file, scope).has(linkpathOf(target));
}

function hasTag({ tags }: BaseFile, args: readonly Value[], scope: Scope): boolean {
  const { budget } = scope;
  const folded = (tag: string): string => {
    budget.spend(1 + tag.length / charactersFolded);
    return foldTag(tag);
  };
  const wanted = args.map((_arg, index) => folded(textAt(args, index, scope)));
  return tags.some(tag => {
    budget.spend(wanted.length);
    const own = folded(tag);
    return wanted.some(one => tagCovers(one, own));
  });
}

/** With or without slashes around the name; the root contains everything. */
function isInFolder({ folder }: BaseFile, name: string, { budget }: Scope): boolean {
  budget.spend((name.length + folder.length) / charactersFolded);
  const wanted = foldPath(withoutOuterSlashes(name));
  if (wanted === '') return name !== '';
  const own = foldPath(folder);
  return own === wanted || own.startsWith(`${wanted}/`);
}

export const links = members<LinkValue>(
  {},
  {
    asFile: [0, (link, _args, scope) => fileOf(fileOfLink(link, scope))],
    linksTo: [
      1,
      (link, args, scope) => {
        const file = fileOfLink(link, scope);
        return file !== undefined && linksToFile(file, args[0] ?? null, scope);
      },
    ],
  },
);

export const objects = members<ObjectValue>(
  {},
  {
    isEmpty: [0, ({ entries }) => entries.size === 0],
    keys: [0, listed(entries => entries.keys())],
    values: [0, listed(entries => entries.values())],
  },
);

/** The file that a value refers to: itself, the target of a link, or the file with a path or name. */
export function fileNamed(value: Value, scope: Scope): Value {
  if (value === null) return null;
  if (typeof value === 'object' && value.kind === 'file') return value;
  if (typeof value === 'object' && value.kind === 'link') return fileOf(fileOfLink(value, scope));
  return fileOf(fileAt(targetIn(textAt([value], 0, scope)), scope.row.file.path, scope));
}

function listed(
  of: (entries: ObjectValue['entries']) => Iterable<Value>,
): (object: ObjectValue, args: readonly Value[], scope: Scope) => Value {
  return ({ entries }, _args, { budget }) => {
    budget.spendOnItems(entries.size);
    return listOf([...of(entries)]);
  };
}
