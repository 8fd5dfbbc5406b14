/** Explains why an answer may be empty, or differ from what was meant, using only what the caller sees. */

import type { TFile } from 'obsidian';
import { nearest } from '../../utils/near';
import { quoted } from '../../utils/text/pieces';
import type { Condition } from '../../utils/properties/conditions';
import { forEachInTurn, someInTurn } from '../../utils/slicing/time-slicer';
import type { VisibleVault } from '../index/indexes';
import type { FileFilter, FilterPart } from '../queries/listings/file-filter';
import { tooLargeFiles, type UnreadableFields, unreadableFields } from '../queries/unreadable';
import {
  absentFolders,
  folderHints,
  globHints,
  missingProperty,
  noteHints,
  type PropertyPlace,
} from './missing-names';
import { TagHints } from './tag-hints';
import { falseHints, type KnownNotes, nearValues, unlikeHints, valueHints } from './value-hints';

/** Fields of a result that explain its rows. */
export interface Hinted extends UnreadableFields {
  hints?: string[];
}

/** The conditions of a query, and whether anything was found. */
export interface Asked {
  /** The folder of the query; '' for the whole vault. */
  readonly folder: string;
  readonly found: number;
  readonly filter?: FileFilter;
  readonly tags?: readonly string[];
  /** Further properties, in addition to those in conditions. */
  readonly properties?: readonly string[];
  /** Properties to show or in brackets, which cannot be fields of notes. */
  readonly shown?: readonly string[];
  /** Whether the result depends on tags or properties. */
  readonly readsMetadata?: boolean;
  /** The files that were searched; the notes of the folder by default. */
  readonly among?: readonly TFile[];
}

interface ConditionNames {
  readonly tags?: readonly string[];
  readonly folders?: readonly string[];
  readonly properties?: readonly string[];
}

const shownNear = 5;

export class Hints {
  readonly tags: TagHints;

  constructor(private readonly context: VisibleVault) {
    this.tags = new TagHints(context);
  }

  async of(asked: Asked, signal: AbortSignal): Promise<Hinted> {
    const { folder, filter, properties = [], shown = [], tags = [], found } = asked;
    const conditions = filter?.conditions ?? [];
    const named = conditions.flatMap(({ property, field }) => (field === undefined ? [property] : []));
    const names = [...properties, ...named.filter(name => name !== undefined)];
    const readsMetadata =
      asked.readsMetadata === true ||
      tags.length + names.length + shown.length > 0 ||
      filter?.tag !== undefined ||
      conditions.some(({ field }) => field === undefined || !plainFields.has(field.root));
    const readsLinks = conditions.some(({ field }) => field?.root === 'backlinks');
    const unlinked = readsLinks ? this.unlinked('') : [];
    if (found > 0 && !readsMetadata) return tooLargeFiles(unlinked);
    const hints = [
      ...(await this.missingProperties(names, signal, 'conditions')),
      ...(await this.missingProperties(shown, signal, 'properties')),
      ...(found === 0 ? await this.missingNames(filter, tags, signal) : []),
    ];
    if (found === 0 && hints.length === 0) hints.push(...(await this.emptying(asked, signal)));
    const known = (): Promise<KnownNotes> => this.knownNotes(folder, signal);
    hints.push(...(await falseHints(conditions, known)), ...(await unlikeHints(asked, known)));
    return {
      ...(hints.length === 0 ? {} : { hints: [...new Set(hints)] }),
      ...(readsMetadata
        ? await this.unreadableAmong(isAt(folder), signal, unlinked)
        : tooLargeFiles(unlinked)),
    };
  }

  /** Names in a base that the vault does not have. */
  async ofNames(
    { tags = [], folders = [], properties = [] }: ConditionNames,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { files, slicer } = this.context;
    return [
      ...(await this.missingProperties(properties, signal, 'base')),
      ...(await this.tags.missing(tags, signal)),
      ...(await absentFolders(folders, files, { slicer, signal })),
    ];
  }

  /** Similar names of properties, including the name itself if a note has it. */
  async nearProperties(name: string, signal: AbortSignal): Promise<string[]> {
    return nearest(name, (await this.propertyNames([], signal)).known, shownNear);
  }

  /** Whether a note has a property, in any letter case. */
  async hasProperty(name: string, signal: AbortSignal): Promise<boolean> {
    return (await this.propertyNames([name], signal)).missing.length === 0;
  }

  async nearValues(property: string, value: string, signal: AbortSignal): Promise<string[]> {
    return nearValues(property, value, await this.knownNotes('', signal));
  }

  /**
   * The notes whose properties, tags and links are unknown.
   * @param reference a folder or a note; the whole vault if left out
   * @throws ToolFailure like `VisibleFiles.noteOrFolder`
   */
  unreadableAt(reference: string | undefined, signal: AbortSignal): Promise<UnreadableFields> {
    return this.unreadableAmong(isAt(this.placeOf(reference)), signal);
  }

  /** Like `unreadableAt`, with the canvases and bases that are too large for their links to be known. */
  unlinkedAt(reference: string | undefined, signal: AbortSignal): Promise<UnreadableFields> {
    const place = this.placeOf(reference);
    return this.unreadableAmong(isAt(place), signal, this.unlinked(place));
  }

  private placeOf(reference: string | undefined): string {
    const place = reference === undefined ? undefined : this.context.files.noteOrFolder(reference);
    return place === undefined || place.path === '/' ? '' : place.path;
  }

  private unlinked(place: string): TFile[] {
    const { files, linkingFiles } = this.context;
    const isHere = isAt(place);
    return linkingFiles.tooLarge().filter(file => isHere(file.path) && files.canSee(file));
  }

  /**
   * Like `unreadableAt`, for notes whose paths pass a test.
   * @param large notes that are missing from the answer because they have more than 2 MB of text
   */
  unreadableAmong(
    isWanted: (path: string) => boolean,
    signal: AbortSignal,
    large: readonly TFile[] = [],
  ): Promise<UnreadableFields> {
    const { files, unreadableNotes } = this.context;
    const isShown = (note: TFile): boolean => isWanted(note.path) && files.canSee(note);
    return unreadableFields(unreadableNotes, isShown, signal, large);
  }

  private async knownNotes(folder: string, signal: AbortSignal): Promise<KnownNotes> {
    const { files, slicer, facts, shows } = this.context;
    const loop = { slicer, signal };
    const all = await files.notesSliced(loop);
    const notes = folder === '' ? all : all.filter(note => note.path.startsWith(`${folder}/`));
    return { notes, facts, shows, loop };
  }

  private async missingProperties(
    names: readonly string[],
    signal: AbortSignal,
    place: PropertyPlace,
  ): Promise<string[]> {
    if (names.length === 0) return [];
    const { known, missing } = await this.propertyNames(names, signal);
    const { shows } = this.context;
    return missing.flatMap(name => missingProperty(name, known, place, shows));
  }

  /** Collects property names until all of `names` are found; also returns the names that no note has. */
  private async propertyNames(
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<{ known: readonly string[]; missing: string[] }> {
    const { notes, facts, loop } = await this.knownNotes('', signal);
    // Ten thousand notes share the spellings of a few names.
    const spellings = new Set<string>();
    const known = new Map<string, string>();
    const isMissing = (name: string): boolean => {
      const [first = name] = name.split('.', 1);
      return !known.has(name.toLowerCase()) && !known.has(first.toLowerCase());
    };
    await someInTurn(notes, loop, note => {
      const before = spellings.size;
      for (const name of Object.keys(facts.of(note).frontmatter ?? {})) {
        if (spellings.has(name)) continue;
        spellings.add(name);
        known.set(name.toLowerCase(), name);
      }
      return spellings.size > before && names.length > 0 && !names.some(isMissing);
    });
    return { known: [...known.values()], missing: names.filter(isMissing) };
  }

  /** Hints on tags, folders and notes that the filter names. */
  private async missingNames(
    filter: FileFilter | undefined,
    tags: readonly string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const { files, slicer } = this.context;
    const { conditions = [], includes = [], tag } = filter ?? {};
    const named = tag === undefined ? tags : [tag, ...tags];
    const hints = await this.tags.missing([...named, ...conditions.flatMap(tagAsked)], signal);
    await forEachInTurn(conditions, { slicer, signal }, condition =>
      hints.push(...(condition.field?.root === 'folder' ? folderHints : noteHints)(condition, files)),
    );
    return [...hints, ...globHints(includes, files)];
  }

  /** The filters that let nothing through, even on their own. */
  private async emptying({ folder, filter, among }: Asked, signal: AbortSignal): Promise<string[]> {
    const { parts = [], conditions = [] } = filter ?? {};
    const { slicer } = this.context;
    const files = among ?? (await this.knownNotes(folder, signal)).notes;
    const kind = among === undefined ? 'notes' : 'files';
    if (files.length === 0)
      return [folder === '' ? `There are no ${kind} here.` : `The folder ${quoted(folder)} has no ${kind}.`];
    const alone = new Set(parts);
    let passesAll = parts.length < 2;
    await someInTurn(files, { slicer, signal }, file => {
      const passed = parts.filter(part => part.matches(file));
      for (const part of passed) alone.delete(part);
      passesAll ||= passed.length === parts.length;
      return alone.size === 0 && passesAll;
    });
    if (alone.size === 0)
      return passesAll ? [] : ['Each filter matches something by itself, but nothing matches all of them.'];
    const hints = [emptyingHint([...alone])];
    for (const condition of conditions)
      hints.push(...(await valueHints(condition, () => this.knownNotes('', signal))));
    return hints;
  }
}

function emptyingHint(alone: readonly FilterPart[]): string {
  const names = alone.map(({ name, problem }) => (problem === undefined ? name : `${name}, ${problem}`));
  const isPlain = alone.length === 1 && alone[0]?.problem === undefined;
  return `Nothing matches ${names.join(' or ')}${isPlain ? ' by itself' : ''}.`;
}

/** @param place a folder or a file; '' for the whole vault */
function isAt(place: string): (path: string) => boolean {
  return path => place === '' || path === place || path.startsWith(`${place}/`);
}

/** Fields other than properties and tags, whose names are rarely names of properties. */
const plainFields = new Set('path name folder links backlinks wordCount size tasks'.split(' '));

function tagAsked({ field, operator, value }: Condition): string[] {
  return field?.root === 'tags' && operator === '=' && value !== undefined && value !== '' ? [value] : [];
}
