import { type Advice } from '../errors';
/** Suggests known arguments for unknown names, such as `where` for `filter`. */

import { editsWithin } from '../utils/text/edit-distance';
import { nearest } from '../utils/near';

/** Names for the same thing in other servers and programs; the tool's argument among them is meant. */
const sameMeaning: readonly (readonly string[])[] = [
  'property from oldName oldProperty key name',
  'path paths note file files filename filepath folder folders directory dir name title source from uri',
  'newPath to destination dest target newName into',
  'set properties frontmatter metadata values fields data property key',
  'edits changes find replace search',
  'oldText oldString old find search original',
  'newText newString new replacement replace with',
  'content text body markdown value append prepend data newText',
  'add tags tag',
  'from oldTag oldName tag',
  'to newTag newName',
  'newProperty to newName newKey',
  'heading target section header title',
  'newHeading newName to newTitle',
  'targetType type kind',
  'target heading block section property key',
  'block blockId id',
  'changeId id change',
  'key keys property properties name field fields',
  'select fields properties columns',
  'fields select properties keys columns',
  'includes include pattern patterns glob globs match extension ext',
  'excludes exclude ignore',
  'where filters filter query conditions condition property properties jsonLogic',
  'filter filters query condition jsonLogic',
  'limit max count maxResults pageSize top n',
  'cursor page offset nextCursor after',
  'startLine offset start line lines from tail',
  'endLine end lines to',
  'sort sortBy orderBy order',
  'order direction desc descending reverse',
  'recursive deep depth recurse subfolders',
  'depth level maxDepth levels',
  'modifiedSince since after modifiedAfter from days',
  'since days',
  'prefix nameRegex startsWith filter',
  'modifiedUntil until before modifiedBefore',
  'createdSince createdAfter',
  'createdUntil createdBefore',
  'maxChars maxLength length limit size',
  'query q text search find pattern term keywords words',
  'find query search pattern oldText text',
  'replace replacement newText with',
  'only type kind filesOnly foldersOnly',
  'mode operation action position',
  'operation mode action position',
  'ifMatch versionId version etag hash',
  'dryRun preview simulate',
  'createIfNeeded create createIfMissing',
  'overwriteIfExists overwrite force',
  'ifExists overwrite',
  'permanent force hard',
  'group groupBy',
].map(line => line.split(' '));

const most = 3;

/** Candidates, best first: those of `equivalentArguments`, else names with similar spelling. */
export function suggestedArguments(name: string, known: readonly string[]): string[] {
  const same = equivalentArguments(name, known);
  return same.length > 0 ? same : nearest(name, known, most);
}

/** The same name in another spelling (`old_text`), else names for the same thing (`folder` for `path`). */
export function equivalentArguments(name: string, known: readonly string[]): string[] {
  const folded = fold(name);
  const respelled = known.filter(one => fold(one) === folded);
  if (respelled.length > 0) return respelled;
  const meant = sameMeaning
    .filter(names => names.some(one => fold(one) === folded))
    .flatMap(([first = '', ...others]) => [first, ...others.filter(one => one === `${first}s`)])
    .filter(one => known.includes(one));
  return [...new Set(meant)].slice(0, most);
}

/** Of longer names, which nobody misspells, only the beginning is compared. */
const maxCompared = 60;

/**
 * The arguments that a name misspells: in another case or with other signs, shortened, or with an error or two.
 * @param otherNames names that are taken for arguments, with these
 */
export function misspeltArguments(
  name: string,
  known: readonly string[],
  otherNames: ReadonlyMap<string, string>,
): string[] {
  const folded = fold(name).slice(0, maxCompared);
  const errors = folded.length < 3 ? 0 : folded.length < 7 ? 1 : 2;
  const isNear = (one: string): boolean => {
    const other = fold(one);
    return other === folded || editsWithin(other, folded, errors) !== undefined;
  };
  const near = known.filter(isNear);
  if (near.length > 0) return near;
  const begun = folded.length < 3 ? [] : known.filter(one => fold(one).startsWith(folded));
  const others = [...otherNames].filter(([other]) => isNear(other)).map(([, one]) => one);
  return [...new Set([...others, ...begun])].slice(0, most);
}

/** `old_text`, `old-text` and `OldText` are one name. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/gu, () => '');
}

/** The same hint for several arguments that a tool does not have: for `insteadOf`. */
export function hintForArguments(names: readonly string[], hint: Advice): Record<string, Advice> {
  return Object.fromEntries(names.map(name => [name, hint]));
}

/** The hint of tools with conditions, for tags of which notes may have to have one or all. */
export const severalTags = 'Write `where: ["tags=one","tags=two"]` for notes with all of them.';

/** The hint of tools that list notes, for arguments that ask for words. */
export const hintsForWordArguments = hintForArguments(
  ['query', 'q', 'text', 'search', 'content', 'keywords'],
  ['`search` finds notes by their words.', 'This tool does not look for words.'],
);
