import { type App, FileSystemAdapter, type TAbstractFile, TFolder, TFile } from 'obsidian';
import { type Named, named, nearestNamed } from '../../utils/near';
import { itemsOf } from '../../utils/collections';
import { jsonLine, oneLine, percentDecoded, withoutOuterSlashes } from '../../utils/text/pieces';
import { ToolFailure } from '../../errors';
import { linkKey, linkTarget, pathsEndingIn } from '../../markdown/links/link-target';
import { filtered, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { type Access, hasFolderRules } from './access';
import type { NameIndex } from '../index/names/name-index';
import {
  absentFailure,
  fileForFolder,
  folderForNote,
  isNameOf,
  noActiveNote,
  noPeriodNote,
  otherKind,
  partGiven,
  mayMean,
  namedIn,
} from './absent-files';
import {
  hasDotSegment,
  isVaultPath,
  maxReadLength,
  parseReference,
  type PeriodicReference,
  VaultPath,
} from './vault-path';
import type { PeriodicNote, PeriodicNotes } from '../plugins/periodic-notes';
import type { ReadAccess, VisibleFolders } from './visible-folders';

const maxNear = 5;
/** How many missing paths of a call get suggestions: each is compared with all names. */
const maxAsked = 20;

/** Finds files and folders with similar paths among those that one caller sees. */
export class NearFiles {
  private readonly asked = new Set<string>();
  /** Folded once per call. */
  private names: readonly Named[] | undefined;

  constructor(
    private readonly app: App,
    private readonly canSee: (file: TAbstractFile) => boolean,
  ) {}

  /** At most five paths, the nearest first; none for the many missing paths after the first of a call. */
  to(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const { vault } = this.app;
    if (this.asked.size === maxAsked && !this.asked.has(path)) return [];
    this.asked.add(path);
    this.names ??= vault.getAllLoadedFiles().map(file => named(file.path));
    return nearestNamed(path, this.names, maxNear, candidate => {
      const file = vault.getAbstractFileByPath(candidate);
      return file !== null && file.path !== '/' && this.canSee(file) && isWanted(file);
    });
  }

  /** Like `to`, but folders end in a slash if files may be meant too. */
  shownTo(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const isFolder = (one: string): boolean => this.app.vault.getAbstractFileByPath(one) instanceof TFolder;
    return this.to(path, isWanted).map(one => (isFolder(one) ? `${one}/` : one));
  }
}

/** A note that a caller named, and the part of it that the reference names. */
interface FoundNote {
  readonly file: TFile;
  /** `Heading` or `^block`. */
  readonly subpath: string | undefined;
}

export interface MeantNote extends FoundNote {
  /** How it was found, if the name is not its own. */
  readonly guess: 'alias' | 'name' | undefined;
}

/** The vault's files and folders as one caller sees them; the only way from a path to an app object. */
export class VisibleFiles {
  readonly near: NearFiles;
  private readonly reads: ReadAccess;
  /** Notes to suggest ahead of similar names, by the link that leads nowhere. */
  private readonly offers = new Map<string, readonly string[]>();
  /** The notes with an alias, by the alias as given. */
  private readonly aliased = new Map<string, readonly string[]>();

  constructor(
    private readonly app: App,
    private readonly names: NameIndex,
    private readonly folders: VisibleFolders,
    readonly access: Access,
    private readonly realPath: (path: string) => string,
    readonly periodic: PeriodicNotes,
    /** False in the headless host. */
    private readonly hasWindow = true,
  ) {
    this.near = new NearFiles(app, file => this.canSee(file));
    this.reads = {
      get fingerprint() {
        return access.fingerprint;
      },
      canRead: path => this.mayRead(path),
    };
  }

  canSee(file: TAbstractFile): boolean {
    if (file.path === '/' || this.mayRead(file.path)) return true;
    return file instanceof TFolder && this.access.isNarrowed && this.folders.holdsVisible(file, this.reads);
  }

  /** Whether the rules let the caller see a file at this path, existing or not, and at the real one of a link. */
  mayRead(path: string): boolean {
    if (!this.access.canRead(path)) return false;
    const real = this.realPath(path);
    return real === path || this.access.canRead(real);
  }

  /** The vault's path on disk; only tokens without folder rules get it. */
  get vaultPath(): string | undefined {
    const { adapter } = this.app.vault;
    const isShown = adapter instanceof FileSystemAdapter && !hasFolderRules(this.access.grant);
    return isShown ? adapter.getBasePath() : undefined;
  }

  /** The failure of a call; for a path on disk it adds the vault path, if the caller knows the vault's place from `get_vault_info`. */
  failureFor(failure: ToolFailure, given: readonly string[]): ToolFailure {
    const base = this.vaultPath;
    if (base === undefined || failure.code !== 'invalid_path') return failure;
    const paths = [base, ...given.filter(({ length }) => length <= maxReadLength)];
    const [folder = '', ...places] = paths.map(text => `${text.replaceAll('\\', () => '/')}/`);
    const place = places.find(one => one.startsWith(folder));
    if (place === undefined) return failure;
    const path = oneLine(withoutOuterSlashes(place.slice(folder.length)) || '/');
    // It would be refused, too.
    if (hasDotSegment(path)) return failure;
    const hint = `Paths are relative to the vault: write ${jsonLine(path)}.`;
    return new ToolFailure(failure.code, failure.message, { ...failure.details, hint });
  }

  /** What is at a path, in any letter case or Unicode form; undefined if the caller sees nothing. */
  at(path: VaultPath): TAbstractFile | undefined {
    if (path.value === '') return this.app.vault.getRoot();
    return this.names.find(path.value, file => this.canSee(file));
  }

  /**
   * Finds a note by path (with or without `.md`), unique name or end of path, wikilink, `@active` or
   * `@daily`.
   * @throws ToolFailure `invalid_path`, `not_found`, `target_ambiguous`, `unsupported_file`, `invalid_query`
   * for a date
   */
  note(reference: string, kind?: string): TFile {
    const { file, subpath } = this.noteWithSubpath(reference, kind);
    if (subpath === undefined) return file;
    throw partGiven();
  }

  /** Like `note`, but the reference may name a heading or block. */
  noteWithSubpath(text: string, kind?: string): FoundNote {
    const reference = parseReference(text);
    if (reference.kind === 'path') return this.noteOfPath(reference.path, kind);
    const { subpath } = reference;
    if (reference.kind === 'active') return { file: this.activeNote(), subpath };
    if (reference.kind === 'periodic') return { file: this.noteOfPeriod(reference), subpath };
    const file = this.linkTarget(reference.linkpath, '');
    if (file === undefined) throw this.absent('note', reference.linkpath, isNote);
    return { file: asNote(file), subpath };
  }

  /**
   * Like `noteWithSubpath`, for reads: if no note has the name, the only note that it may mean.
   * @throws ToolFailure as `noteWithSubpath`
   */
  noteMeant(text: string): MeantNote {
    try {
      return { ...this.noteWithSubpath(text), guess: undefined };
    } catch (error) {
      const [name, subpath] = namedIn(text);
      const meant = name === undefined ? undefined : this.onlyMeant(name, error);
      if (meant === undefined) throw error;
      return { ...meant, subpath };
    }
  }

  /** @param error why no note was found by the name */
  private onlyMeant(name: string, error: unknown): Pick<MeantNote, 'file' | 'guess'> | undefined {
    if (!(error instanceof ToolFailure) || error.code !== 'not_found') return undefined;
    const aliased = this.aliased.get(name) ?? [];
    const { candidates = [] } = error.details;
    const same = candidates.filter(path => isNameOf(name, path));
    const [path, other] = [aliased, same, candidates].find(paths => paths.length > 0) ?? [];
    if (path === undefined || other !== undefined) return undefined;
    const guess = aliased.length > 0 ? 'alias' : 'name';
    const file =
      guess === 'alias' || mayMean(percentDecoded(name), path) ? this.noteAtExactly(path) : undefined;
    return file && { file, guess };
  }

  /**
   * Finds a file other than a note by its path with extension, its unique name, or a wikilink.
   * @throws ToolFailure `invalid_path`, `target_ambiguous`
   */
  otherFile(text: string): TFile | undefined {
    const reference = parseReference(text);
    if (reference.kind === 'link') {
      const file = reference.subpath === undefined ? this.linkTarget(reference.linkpath, '') : undefined;
      return file === undefined || isNote(file) ? undefined : file;
    }
    if (reference.kind !== 'path') return undefined;
    const path = VaultPath.parse(reference.path);
    const found = path.isFolderOnly ? undefined : (this.at(path) ?? this.named(path, file => !isNote(file)));
    return found instanceof TFile && !isNote(found) ? found : undefined;
  }

  /** The file that the app shows or showed last, if the caller sees it. */
  activeFile(): TFile | undefined {
    const active = this.app.workspace.getActiveFile();
    const file = active === null ? null : this.app.vault.getFileByPath(active.path);
    return file !== null && this.canSee(file) ? file : undefined;
  }

  /**
   * The path where the note of a period is or would be; without settings, that of the only note with its name.
   * @throws ToolFailure `invalid_query` for a date, `target_ambiguous`
   */
  periodicNote(reference: PeriodicReference): PeriodicNote {
    const note = this.periodic.note(reference);
    const named = note.isPlaced ? undefined : this.noteNamed(VaultPath.parse(note.path));
    return named === undefined ? note : { ...note, path: named.path };
  }

  /** The file that a link points to, among those that the caller sees. */
  linkTarget(linkpath: string, sourcePath: string): TFile | undefined {
    const path = linkTarget(linkpath, sourcePath, name => this.pathsNamed(name));
    return path === undefined ? undefined : (this.app.vault.getFileByPath(path) ?? undefined);
  }

  /** The path of a folder, '' for the whole vault. @throws ToolFailure `invalid_path`, `not_found` */
  folderPath(reference?: string, hasIncludes?: boolean): string {
    const folder = this.folder(reference, hasIncludes);
    return folder.isRoot() ? '' : folder.path;
  }

  /** The root if left out. @param hasIncludes as in `fileForFolder` @throws ToolFailure `invalid_path`, `not_found` */
  folder(reference = '', hasIncludes = false): TFolder {
    const path = VaultPath.parseFolder(reference);
    const found = this.at(path);
    if (found instanceof TFolder) return found;
    const file = found ?? (path.value === '' ? undefined : (this.fileAt(path) ?? this.named(path, isNote)));
    if (file !== undefined) throw fileForFolder(file.path, found === undefined, hasIncludes);
    throw this.absent('folder', path.value, one => one instanceof TFolder);
  }

  /** The file of any kind at a path. @throws ToolFailure `invalid_path`, `not_found` */
  file(path: VaultPath): TFile {
    const found = this.at(path);
    if (found instanceof TFile && !path.isFolderOnly) return found;
    throw this.absent('file', path.value, file => file instanceof TFile);
  }

  /** @throws ToolFailure like `note` and `folder` */
  noteOrFolder(reference: string): TFile | TFolder {
    const isPath = parseReference(reference).kind === 'path';
    const found = isPath ? this.at(VaultPath.parseFolder(reference)) : undefined;
    return found instanceof TFolder ? found : this.note(reference, 'note or folder');
  }

  /** The note at exactly this vault path, if the caller sees it. */
  noteAtExactly(path: string): TFile | undefined {
    const file = this.app.vault.getFileByPath(path);
    return file !== null && isNote(file) && this.canSee(file) ? file : undefined;
  }

  notes(): TFile[] {
    const notes = this.app.vault.getMarkdownFiles();
    return this.access.isNarrowed ? notes.filter(note => this.canSee(note)) : notes;
  }

  /** Like `notes`, but in slices: the rules are checked for each note. @param all in the wanted order */
  async notesSliced(
    loop: SlicedLoop,
    all: readonly TFile[] = this.app.vault.getMarkdownFiles(),
  ): Promise<readonly TFile[]> {
    return this.access.isNarrowed ? this.seenOf(all, loop) : all;
  }

  /** Keeps the files that the caller sees. */
  async seenOf(files: Iterable<TFile>, loop: SlicedLoop): Promise<TFile[]> {
    return filtered([...files], file => this.canSee(file), loop);
  }

  /** Stores candidate notes for a link that leads nowhere. @param aliased the ones that have it as an alias */
  offer(linkpath: string, paths: readonly string[], aliased: readonly string[]): void {
    this.offers.set(linkpath, paths);
    this.aliased.set(linkpath, aliased);
  }

  /** The candidates that `offer` stored for a link or name. */
  offered(linkpath: string): readonly string[] {
    return itemsOf(this.offers, linkpath);
  }

  /** Whether any of the candidates has exactly this alias, not only a similar one. */
  isAlias(linkpath: string): boolean {
    return itemsOf(this.aliased, linkpath).length > 0;
  }

  /**
   * The note at a path, with or without `.md`; bare names do not match. The message says that there is no such `kind`.
   * @throws ToolFailure `not_found`, `unsupported_file`
   */
  noteAtPath(path: VaultPath, kind = 'note'): TFile {
    const file = this.fileAt(path);
    if (file !== undefined) return asNote(file);
    const found = this.at(path);
    const namesakes = (name: string): string[] => this.pathsNamed(`${name.toLowerCase()}.md`);
    if (found instanceof TFolder)
      throw folderForNote([...namesakes(found.name), ...this.offered(path.value)]);
    if (found !== undefined) throw otherKind('file: a final "/" names a folder', 'Leave out the final "/".');
    if (path.isFolderOnly) throw this.absent('folder', path.value, one => one instanceof TFolder);
    const isWanted = (one: TAbstractFile): boolean =>
      one instanceof TFolder ? kind !== 'note' : isNote(one) || path.fits(one);
    throw this.absent(kind, path.value, isWanted);
  }

  /** `Note#Heading` is a heading of a note, unless a note has that whole name. */
  private noteOfPath(text: string, kind?: string): FoundNote {
    const path = VaultPath.parse(text);
    const hash = text.indexOf('#');
    if (hash <= 0 || (this.fileAt(path) ?? this.noteNamed(path)) !== undefined)
      return { file: this.noteAt(path, kind), subpath: undefined };
    const subpath = text.slice(hash + 1) || undefined;
    return { file: this.noteAt(VaultPath.parse(text.slice(0, hash))), subpath };
  }

  /** @param name the `linkKey` of a name with its extension */
  private pathsNamed(name: string, isWanted: (file: TFile) => boolean = () => true): string[] {
    const files = this.names.withName(name);
    return files.flatMap(file => (isWanted(file) && this.canSee(file) ? [file.path] : []));
  }

  /**
   * The only visible note with this name or end of path, if there is no file at the path itself.
   * @throws ToolFailure `target_ambiguous` with all of them
   */
  noteNamed(path: VaultPath): TFile | undefined {
    if (path.isFolderOnly || this.at(path) !== undefined || this.fileAt(path) !== undefined) return undefined;
    return this.named(path, isNote);
  }

  /** @throws ToolFailure `target_ambiguous` with the notes that a link could mean, unless it is a path of one file */
  requireOneMeant(linkpath: string): void {
    const path = isVaultPath(linkpath) ? VaultPath.parse(linkpath) : undefined;
    if (path !== undefined && !path.isFolderOnly && this.fileAt(path) === undefined) this.named(path, isNote);
  }

  private named(path: VaultPath, isWanted: (file: TFile) => boolean): TFile | undefined {
    const named = pathsEndingIn(linkKey(path.value), name => this.pathsNamed(name, isWanted));
    const [first, second] = named;
    if (first === undefined) return undefined;
    if (second === undefined) return this.app.vault.getFileByPath(first) ?? undefined;
    throw new ToolFailure('target_ambiguous', `Several files have the name ${jsonLine(path.value)}.`, {
      candidates: named.toSorted(),
      hint: 'Give the whole path of one of the candidates.',
    });
  }

  private fileAt(path: VaultPath): TFile | undefined {
    if (path.isFolderOnly) return undefined;
    const found = this.at(path);
    const file = found instanceof TFile ? found : this.at(path.withExtension('.md'));
    return file instanceof TFile ? file : undefined;
  }

  private noteAt(path: VaultPath, kind?: string): TFile {
    return this.noteNamed(path) ?? this.noteAtPath(path, kind);
  }

  private activeNote(): TFile {
    const file = this.activeFile();
    if (file !== undefined) return asNote(file);
    throw noActiveNote(this.hasWindow);
  }

  private noteOfPeriod(reference: PeriodicReference): TFile {
    const note = this.periodicNote(reference);
    const found = this.at(VaultPath.parse(note.path));
    if (found !== undefined && isNote(found)) return found;
    throw noPeriodNote(note, reference.date, this.mayRead(note.path) ? note.path : undefined);
  }

  private absent(kind: string, path: string, isWanted: (file: TAbstractFile) => boolean): ToolFailure {
    const near = kind === 'folder' ? this.near.to(path, isWanted) : this.near.shownTo(path, isWanted);
    const inOrder = [...near.filter(one => !one.endsWith('/')), ...near.filter(one => one.endsWith('/'))];
    const offered = this.offered(path);
    const candidates = [...new Set([...offered, ...inOrder])].slice(0, maxNear);
    const { hasWindow } = this;
    return absentFailure(kind, path, candidates, { isNamed: offered.length > 0, hasWindow });
  }
}

// A file that is not a note is still a file.
export function isNote(file: TFile): boolean;
export function isNote(file: TAbstractFile): file is TFile;
export function isNote(file: TAbstractFile): boolean {
  return file instanceof TFile && file.extension === 'md';
}

function asNote(file: TFile): TFile {
  if (isNote(file)) return file;
  const way = file.extension === 'canvas' ? canvasWays : file.extension === 'base' ? baseWays : [];
  const hint = [
    ...way,
    'Use `read_attachment` for other kinds.',
    otherTools,
    'This is a file of another kind.',
  ];
  throw new ToolFailure('unsupported_file', 'This is not a note: notes are Markdown files (.md).', { hint });
}

export const otherTools =
  '`get_vault_info` names tools for other files that you can call though they are not listed.';
const canvasWays = ['Use `edit_canvas` to change a canvas, and `read_attachment` to read it.'];
const baseWays = ['`query_base` reads the rows of a base, `read_attachment` its text; `edit_note` edits it.'];
