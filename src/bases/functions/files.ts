import { foldTag, tagCovers } from '../../utils/properties/tags';
import { foldPath } from '../../utils/text/fold-path';
import type { BaseFile } from '../base-vault';
import type { Scope } from '../evaluation/scope';
import { fileAt, fileOfLink, hasLink, linkOf, linkTo } from '../values/links';
import { hasProperty, propertiesOf, tagOf } from '../values/properties';
import { fileOf, listOf, type LinkValue, type ObjectValue, type Value } from '../values/value';
import { textAt } from './arguments';
import { members } from './members';
import { withoutOuterSlashes } from '../../utils/text/trimming';

/** Steps for resolving one link. */
const linkCost = 10;

export const files = members<BaseFile>(
  {
    name: shownName,
    basename: ({ basename }) => basename,
    path: ({ path }) => path,
    folder: ({ folder }) => (folder === '' ? '/' : folder),
    ext: ({ extension }) => extension,
    size: ({ size }) => size,
    ctime: ({ created }) => ({ kind: 'date', at: created, hasTime: true }),
    mtime: ({ modified }) => ({ kind: 'date', at: modified, hasTime: true }),
    tags: ({ tags }) => listOf(tags.map(tagOf)),
    links: (file, scope) => linksOf(file, file.links, scope),
    embeds: (file, scope) => linksOf(file, file.embeds, scope),
    backlinks: ({ backlinks }, { budget }) => {
      budget.spendOnItems(backlinks.length);
      return listOf(backlinks.map(file => linkTo(file, file.basename)));
    },
    properties: (file, { vault }) => propertiesOf(file, vault),
    file: file => fileOf(file),
  },
  {
    asLink: [0, (file, args, scope) => linkTo(file, args.length === 0 ? undefined : textAt(args, 0, scope))],
    hasLink: [1, (file, args, scope) => linksToFile(file, args[0] ?? null, scope)],
    hasProperty: [1, (file, args, scope) => hasProperty(file, textAt(args, 0, scope))],
    hasTag: [1, hasTag],
    inFolder: [1, (file, args, scope) => isInFolder(file, textAt(args, 0, scope))],
  },
);

/** A note's name is shown without its extension. */
function shownName({ name, basename, extension }: BaseFile): string {
  return extension === 'md' ? basename : name;
}

function linksOf(file: BaseFile, links: BaseFile['links'], { budget }: Scope): Value {
  budget.spendOnItems(links.length);
  return listOf(links.map(link => linkOf(link, file.path)));
}

/** Whether the file links to the file that the value (a file, link or text) refers to. */
function linksToFile(file: BaseFile, other: Value, scope: Scope): boolean {
  const { vault, budget } = scope;
  if (other === null) return false;
  budget.spend(linkCost);
  if (typeof other === 'object' && other.kind === 'file') return file.linksTo(other.file.path);
  if (typeof other === 'object' && other.kind === 'link')
    return hasLink(file, other.target, other.source, vault);
  const text = textAt([other], 0, scope);
  return hasLink(
    file,
    text.startsWith('[[') && text.endsWith(']]') ? text.slice(2, -2) : text,
    file.path,
    vault,
  );
}

function hasTag({ tags }: BaseFile, args: readonly Value[], scope: Scope): boolean {
  scope.budget.spend(tags.length * args.length);
  const wanted = args.map((_arg, index) => foldTag(textAt(args, index, scope)));
  return tags.some(tag => wanted.some(one => tagCovers(one, foldTag(tag))));
}

/** With or without slashes around the name; the root contains everything. */
function isInFolder({ folder }: BaseFile, name: string): boolean {
  const wanted = foldPath(withoutOuterSlashes(name));
  if (wanted === '') return name !== '';
  const own = foldPath(folder);
  return own === wanted || own.startsWith(`${wanted}/`);
}

export const links = members<LinkValue>(
  {},
  {
    asFile: [
      0,
      (link, _args, { vault, budget }) => (budget.spend(linkCost), fileOf(fileOfLink(link, vault))),
    ],
    linksTo: [
      1,
      (link, args, scope) => {
        const file = fileOfLink(link, scope.vault);
        return file !== undefined && linksToFile(file, args[0] ?? null, scope);
      },
    ],
  },
);

export const objects = members<ObjectValue>(
  {},
  {
    isEmpty: [0, ({ entries }) => entries.size === 0],
    keys: [0, ({ entries }) => listOf([...entries.keys()])],
    values: [0, ({ entries }) => listOf([...entries.values()])],
  },
);

/** The file that a value refers to: itself, the target of a link, or the file with a path or name. */
export function fileNamed(value: Value, scope: Scope): Value {
  const { vault, row, budget } = scope;
  budget.spend(linkCost);
  if (value === null) return null;
  if (typeof value === 'object' && value.kind === 'file') return value;
  if (typeof value === 'object' && value.kind === 'link') return fileOf(fileOfLink(value, vault));
  const text = textAt([value], 0, scope);
  const target = text.startsWith('[[') && text.endsWith(']]') ? text.slice(2, -2) : text;
  return fileOf(fileAt(target, row.file.path, vault));
}
