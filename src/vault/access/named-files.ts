import { mapDefined } from '../../utils/collections';
import { TFile, TFolder } from 'obsidian';
import { foldPath } from '../../utils/text/folding';
import type { CallerContext } from '../caller-context';
import { parseReference, VaultPath } from './vault-path';
import { ToolFailure } from '../../errors';
import { filtered } from '../../utils/slicing/time-slicer';
import { folderOf } from '../../utils/text/pieces';

/** At most this many names of a call are looked up as aliases: each look-up scans all notes. */
const maxAliases = 10;
/** Notes whose aliases are near to a name. */
const maxNear = 3;
/** No path, name or alias of a file is longer. */
const maxNameLength = 4096;

/** A name in a call, and the path that it gives, if it gives one. */
interface Named {
  readonly reference: string;
  readonly path: VaultPath | undefined;
}

/** Prepares look-ups: the app must know the files on disk, and a link that leads nowhere may be an alias. */
export class NamedFiles {
  constructor(private readonly context: CallerContext) {}

  /**
   * @param given as callers write them: paths, links, `@daily`; invalid ones are skipped
   * @param mayBeNames whether a bare name may refer to a file in any folder
   */
  async prepare(given: readonly string[], mayBeNames: boolean, signal: AbortSignal): Promise<void> {
    const { newFiles } = this.context;
    const short = given.filter(({ length }) => length <= maxNameLength);
    const all = short.flatMap(withNoteOf).map(reference => ({ reference, path: this.pathOf(reference) }));
    const looked = all.map(named => ({ named, file: this.knownFile(named) }));
    const known = new Set(mapDefined(looked, ({ file }) => file));
    const unknown = looked.flatMap(({ named, file }) => (file === undefined ? [named] : []));
    await Promise.all([...known].map(file => newFiles.waitForChange(file, signal)));
    if (unknown.length === 0) return;
    const places = new Map(unknown.map(named => [named, this.unknownPaths(named)]));
    const paths = new Set([...places.values()].flat());
    await Promise.all([...paths].map(path => newFiles.waitForFile(path, signal)));
    await this.prepareNames(places, mayBeNames, signal);
    const missing = unknown.filter(named => this.knownFile(named) === undefined);
    for (const { reference } of missing.slice(0, maxAliases)) await this.offerAliases(reference, signal);
  }

  /** The failure of a call that named these. */
  failureFor(error: unknown, given: readonly string[]): unknown {
    return error instanceof ToolFailure ? this.context.files.failureFor(error, given) : error;
  }

  /** Handles paths in another spelling, and names whose file the app does not know yet. */
  private async prepareNames(
    unknown: ReadonlyMap<Named, readonly string[]>,
    mayBeNames: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { files, newFiles, slicer } = this.context;
    const places = [...unknown].flatMap(([named, at]) => (this.knownFile(named) === undefined ? at : []));
    if (places.length === 0) return;
    const folders = (): readonly TFolder[] => this.foldersOf(places, mayBeNames);
    const fresh = await newFiles.unknownFiles(folders, { slicer, signal });
    if (fresh.length === 0) return;
    const endings = places.map(place => `/${foldPath(place)}`);
    const wanted = fresh.filter(
      path => files.mayRead(path) && endings.some(ending => `/${foldPath(path)}`.endsWith(ending)),
    );
    await Promise.all(wanted.map(path => newFiles.waitForFile(path, signal)));
  }

  /** Where files at these places may be: in their folders, or in any if they may be names. */
  private foldersOf(places: readonly string[], mayBeNames: boolean): TFolder[] {
    const { app, files } = this.context;
    const isWhole = (path: string): boolean => !mayBeNames || path.includes('/');
    const parents = places.map(place => files.at(VaultPath.parseFolder(folderOf(place))));
    const isAll = places.some(
      (place, index) => !isWhole(place) || (mayBeNames && parents[index] === undefined),
    );
    const all = isAll ? app.vault.getAllLoadedFiles() : [...new Set(parents)];
    return all.filter(folder => folder instanceof TFolder);
  }

  /** The file that a path, name or link refers to, if the app knows it. */
  private knownFile({ path }: Named): TFile | undefined {
    const { files } = this.context;
    if (path === undefined || path.value === '') return undefined;
    const there = files.at(path) ?? files.at(path.withExtension('.md'));
    if (there !== undefined) return there instanceof TFile ? there : undefined;
    return path.isFolderOnly ? undefined : files.linkTarget(path.value, '');
  }

  /** Offers notes with an alias or title for a name that leads nowhere, with a near alias for a link or bare name. */
  private async offerAliases(reference: string, signal: AbortSignal): Promise<void> {
    const { files, aliases, facts, slicer } = this.context;
    const parsed = parseReference(reference);
    const name = parsed.kind === 'link' ? parsed.linkpath : parsed.kind === 'path' ? parsed.path : '';
    const isBare = parsed.kind === 'link' || !/[/.]/u.test(name);
    if (name === '' || files.linkTarget(name, '') !== undefined) return;
    const named = await aliases.notesWith(name, signal);
    if (named.length > 0 || !isBare) files.offer(name, named, named);
    else {
      const wanted = foldPath(name);
      const loop = { slicer, signal };
      const isTitled = (note: TFile): boolean => foldPath(facts.titleOf(note)) === wanted;
      const titled = await filtered(await files.notesSliced(loop), isTitled, loop);
      const near =
        titled.length === 1 ? titled.map(({ path }) => path) : await aliases.notesNear(name, signal);
      files.offer(name, near.slice(0, maxNear), []);
    }
  }

  /** Possible paths of the file that the caller may see and at which the app has no file. */
  private unknownPaths({ path }: Named): string[] {
    const { files, names } = this.context;
    if (path === undefined || path.value === '' || path.isHidden) return [];
    const places = [...new Set([path, ...(path.isFolderOnly ? [] : [path.withExtension('.md')])])].map(
      ({ value }) => value,
    );
    if (places.some(place => names.isTaken(place, file => files.canSee(file)))) return [];
    return places.filter(place => files.mayRead(place));
  }

  private pathOf(reference: string): VaultPath | undefined {
    const parsed = parseReference(reference);
    try {
      if (parsed.kind === 'path') return VaultPath.parseFolder(parsed.path);
      if (parsed.kind === 'periodic') return VaultPath.parse(this.context.files.periodicNote(parsed).path);
      return parsed.kind === 'link' ? VaultPath.parse(parsed.linkpath) : undefined;
    } catch {
      // The tool itself reports what is wrong with it.
      return undefined;
    }
  }
}

/** `Note#Heading` itself, and its note. */
function withNoteOf(reference: string): string[] {
  const hash = reference.indexOf('#');
  return hash <= 0 || reference.startsWith('[[') ? [reference] : [reference, reference.slice(0, hash)];
}
