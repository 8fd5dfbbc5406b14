import { folderOf, foldersAround, lastName, percentDecoded } from '../../utils/text/pieces';
import { type App, normalizePath, type TAbstractFile, TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../../errors';
import { isCanvasPath } from '../../markdown/canvas/canvas-file';
import { foldPath } from '../../utils/text/folding';
import type { NameIndex } from '../index/names/name-index';
import { partGiven } from '../access/absent-files';
import {
  type NoteReference,
  parseReference,
  nameHint,
  portabilityProblem,
  VaultPath,
} from '../access/vault-path';
import type { PeriodicNote } from '../plugins/periodic-notes';
import { isNote, otherTools, type VisibleFiles } from '../access/visible-files';

export interface TargetPath {
  /** Spelled as in the vault, at least for existing folders. */
  readonly path: string;
  readonly file: TFile | undefined;
  /** Set if the note is made from the template of its period. */
  readonly periodic?: PeriodicNote;
}

interface Moved {
  readonly moving: TAbstractFile;
  /** As the caller named it. */
  readonly named: string;
  /** The paths that moves of the same call free, including its own. */
  readonly leaving: ReadonlySet<string>;
}

/** Limit for the numbers tried to find a free name. */
const maxNumbers = 10_000;

/** The extension of another kind of file: the caller hardly means a note `data.csv.md`. */
const otherKind = /\.(?!md$)[a-z][a-z0-9]{0,9}$/i;
const dotHint = 'If the dot is part of the name of a note, add ".md".';

/** Resolves what a caller names to a path that it may write. */
export class WriteTargets {
  constructor(
    private readonly app: App,
    private readonly files: VisibleFiles,
    private readonly names: NameIndex,
    private readonly realPath: (path: string) => string,
  ) {}

  /**
   * An existing note. Unlike a read, which takes the app's choice, it refuses a link that several notes could match.
   * @throws ToolFailure `invalid_path`, `permission_denied`, `not_found`, `target_ambiguous`, `unsupported_file`
   */
  note(reference: string): TFile {
    const parsed = parseReference(reference);
    const named = parsed.kind === 'path' ? this.files.noteNamed(writable(parsed.path)) : undefined;
    if (parsed.kind === 'link') this.files.requireOneMeant(parsed.linkpath);
    const path = named === undefined ? this.namedPath(parsed) : undefined;
    if (path !== undefined) this.allow(path);
    const file = named ?? this.files.note(reference);
    this.allow(file.path);
    return file;
  }

  /**
   * An existing file or folder of any kind by its path, or a file by a name that no other one has.
   * @throws ToolFailure `invalid_path`, also for the root, `permission_denied`, `not_found`
   */
  any(reference: string): TAbstractFile {
    const parsed = parseReference(reference);
    if (parsed.kind === 'link') throw this.notAPath(parsed.linkpath);
    if (parsed.kind !== 'path') return this.note(reference);
    const path = writable(parsed.path);
    const isName = path.folder === '' && !path.isFolderOnly;
    const named = isName ? (this.files.noteNamed(path) ?? this.files.otherFile(parsed.path)) : undefined;
    if (named !== undefined) {
      this.allow(named.path);
      return named;
    }
    this.allow(path.value);
    const found = this.files.at(path);
    const isThere = found !== undefined && !(path.isFolderOnly && found instanceof TFile);
    if (!isThere) this.allow(this.notePath(path));
    const there = isThere ? found : this.files.noteAtPath(path, 'file or folder');
    this.allow(there.path);
    return there;
  }

  /**
   * An existing note, or the path for a new one: then only a path or a periodic reference is valid.
   * @throws ToolFailure as `note`, and `already_exists` if the name exists in another spelling
   */
  place(reference: string): TargetPath {
    const parsed = parseReference(reference);
    const path = this.namedPath(parsed);
    if (path === undefined) return this.existing(reference);
    this.allow(path);
    const periodic = parsed.kind === 'periodic' ? { periodic: this.files.periodicNote(parsed) } : {};
    if (parsed.kind === 'path' && parsed.path.endsWith('/'))
      throw new ToolFailure('invalid_path', 'A path that ends in "/" names a folder, not a note.', {
        hint: ['Name the note too, or use `create_folder`.', 'Name the note too; this creates its folders.'],
      });
    const there = this.app.vault.getAbstractFileByPath(path);
    if (there instanceof TFile) return { path, file: this.note(reference) };
    if (there !== null) throw new ToolFailure('already_exists', 'A folder already has this name.');
    // `a%20b.md`, as in a link, is the note `a b.md` that a reader finds.
    const decoded = percentDecoded(reference);
    if (decoded !== reference && this.files.noteAtExactly(decoded.replace(/(?:\.md)?$/iu, () => '.md')))
      return this.place(decoded);
    if (parsed.kind === 'path' && otherKind.test(reference)) {
      const way = isCanvasPath(reference)
        ? 'Create a canvas with `create_note`, and change it with `edit_canvas`.'
        : 'Add other files with `add_attachment`.';
      throw new ToolFailure('unsupported_file', 'A note is a Markdown file (.md).', {
        hint: [`${way} ${dotHint}`, `${dotHint} ${otherTools}`, dotHint],
      });
    }
    this.checkNewName(path);
    return { path, file: undefined, ...periodic };
  }

  /**
   * The note that `note` finds by a path, a name or the end of a path; else the path for a new one. A path
   * whose folder exists is complete: it never names a note in another folder.
   * @throws ToolFailure as `place`; `target_ambiguous`; `not_found` for a name that is only an alias;
   * `invalid_path` for a heading or block of a note
   */
  noteOrPlace(reference: string): TargetPath {
    const parsed = parseReference(reference);
    if (parsed.kind !== 'path') return this.place(reference);
    const path = writable(parsed.path);
    const isWhole = path.folder !== '' && this.files.at(VaultPath.parse(path.folder)) !== undefined;
    if (!isWhole && this.files.noteNamed(path) !== undefined) return this.existing(reference);
    const place = this.place(reference);
    if (place.file !== undefined) return place;
    const hash = parsed.path.indexOf('#');
    const whole = hash > 0 ? this.files.linkTarget(parsed.path.slice(0, hash), '') : undefined;
    if (whole !== undefined)
      throw partGiven([
        'Write below it with `patch_note` and `target`; `create_note` creates a note with this whole name.',
        'Give the path of the note alone.',
      ]);
    const withAlias = this.files.offered(parsed.path);
    if (withAlias.length > 0) throw aliasFailure(withAlias, this.files.isAlias(parsed.path));
    return place;
  }

  /** An existing note, like `note`. */
  existing(reference: string): TargetPath {
    const file = this.note(reference);
    return { path: file.path, file };
  }

  /**
   * An existing base, or the path for a new one.
   * @param isNew only a path is valid, no bare name
   * @throws ToolFailure `invalid_path`, `permission_denied`, `already_exists`, `target_ambiguous`
   */
  base(reference: string, isNew = false): TargetPath {
    const file = isNew ? this.files.at(writable(reference)) : this.files.otherFile(reference);
    if (!(file instanceof TFile)) return { path: this.freePath(reference), file: undefined };
    this.allow(file.path);
    return { path: file.path, file };
  }

  /** A note to change: an existing one, or a periodic one, which `mayCreate` creates if missing. @throws as `place` */
  changeable(reference: string, mayCreate = true): TargetPath {
    const isPeriodic = parseReference(reference).kind === 'periodic';
    return mayCreate && isPeriodic ? this.place(reference) : this.existing(reference);
  }

  /**
   * The path for a new file or folder whose name is free.
   * @param own the name of what is moved there
   * @param leaving paths that become free before
   * @throws ToolFailure `invalid_path`, `permission_denied`, `already_exists`
   */
  freePath(text: string, own?: string, leaving?: ReadonlySet<string>): string {
    const given = writable(text);
    this.allow(given.value);
    const path = this.inVault(given, own);
    this.allow(path);
    if (leaving?.has(path) === true) return path;
    const there = this.app.vault.getAbstractFileByPath(path);
    if (there instanceof TFolder)
      throw new ToolFailure('already_exists', 'A folder already has this name.', {
        hint: 'Choose another path, or use the folder that is there.',
      });
    if (there !== null) throw new ToolFailure('already_exists', 'A file already has this name.');
    this.checkNewName(path, own);
    return path;
  }

  /**
   * Where something moves to: under its own name into an existing folder, or one whose path ends in a slash; otherwise to
   * the path itself, where a file keeps its extension if none is given. If both names are bare, it is renamed in its
   * folder. Another spelling of its own name is free.
   * @throws ToolFailure `invalid_path`, `permission_denied`, `already_exists`; `invalid_argument` for a folder in itself
   */
  destination(text: string, { moving, named, leaving }: Moved): string {
    const into = text === '/' ? '' : text.replace(/\/?$/u, '/');
    const isBare = !text.includes('/') && !named.includes('/');
    const place = isBare ? moving.path.slice(0, -moving.name.length) + text : text;
    const given = writable(this.isFolder(text, moving) ? `${into}${moving.name}` : place);
    if (isNote(moving) && otherKind.test(given.name))
      throw new ToolFailure('unsupported_file', 'A note keeps its extension ".md".', { hint: dotHint });
    const wanted = moving instanceof TFile ? withEndingOf(given, moving) : given;
    if (wanted.value === moving.path) throw nothingToMove();
    if (foldPath(wanted.value) === foldPath(moving.path)) {
      // Its folders keep their spelling: another one would mean a second folder on many disks.
      const respelled = moving.path.slice(0, -moving.name.length) + wanted.name;
      if (respelled === moving.path) throw nothingToMove();
      this.allow(respelled);
      return respelled;
    }
    const path = this.freePath(wanted.value, moving.name, leaving);
    if (path.startsWith(`${moving.path}/`))
      throw new ToolFailure('invalid_argument', 'A folder cannot be moved into itself.');
    return path;
  }

  /** The failure for a link where a path is required, with the path of its target as a candidate. */
  private notAPath(linkpath: string): ToolFailure {
    const target = this.files.linkTarget(linkpath, '')?.path;
    const near = (): string[] => this.files.near.to(linkpath, file => file instanceof TFile);
    return new ToolFailure('not_found', 'This takes a path, not a link.', {
      candidates: target === undefined ? near() : [target],
      hint: 'Give the whole path, without "[[" and "]]".',
    });
  }

  /** Whether the text names a folder to move into: it ends in a slash, or the caller sees a folder there. */
  private isFolder(text: string, moving: TAbstractFile): boolean {
    if (text.endsWith('/')) return true;
    const there = this.files.at(writable(text));
    return there instanceof TFolder && there !== moving;
  }

  /** The missing folders of a new path, outermost first. A file in their place that the caller does not see counts as absent. */
  missingFolders(path: string): string[] {
    const missing: string[] = [];
    for (const folder of foldersAround(path)) {
      const there = this.app.vault.getAbstractFileByPath(folder);
      if (there instanceof TFolder) continue;
      if (there === null || !this.files.canSee(there)) missing.push(folder);
      else throw new ToolFailure('invalid_path', 'A file has the name of a folder in the path.');
    }
    return missing;
  }

  /** `Note.md`, or the first of `Note 1.md`, `Note 2.md`, … that is free. */
  freeName(path: string): string {
    const dot = path.lastIndexOf('.');
    for (let number = 1; number <= maxNumbers; number += 1) {
      const candidate = `${path.slice(0, dot)} ${number}${path.slice(dot)}`;
      if (!this.isTaken(candidate) && this.canWrite(candidate)) return candidate;
    }
    throw new ToolFailure('already_exists', 'There is no unused name left that the token may write to.');
  }

  /** @throws ToolFailure `permission_denied`, whether or not there is a file */
  allow(path: string): void {
    if (this.canWrite(path)) return;
    throw new ToolFailure('permission_denied', 'The token may not write at this path.');
  }

  /** Checks the rules for the path and, for a symbolic link, for the real path too. */
  canWrite(path: string): boolean {
    const { access } = this.files;
    if (!access.canWrite(path)) return false;
    const real = this.realPathOf(path);
    return real === path || access.canWrite(real);
  }

  private realPathOf(path: string): string {
    if (path === '' || this.app.vault.getAbstractFileByPath(path) !== null) return this.realPath(path);
    const slash = path.lastIndexOf('/');
    if (slash < 0) return path;
    return `${this.realPathOf(path.slice(0, slash))}${path.slice(slash)}`;
  }

  /** Whether a visible file has the name in any letter case or Unicode form. */
  private isTaken(path: string): boolean {
    const there = this.app.vault.getAbstractFileByPath(path);
    return there !== null || this.names.isTaken(path, file => this.files.canSee(file));
  }

  /** The path in a reference; undefined if it depends on existing files. */
  private namedPath(reference: NoteReference): string | undefined {
    if (reference.kind === 'path') return this.notePath(writable(reference.path));
    if (reference.kind !== 'periodic') return undefined;
    if (reference.subpath !== undefined) throw partGiven();
    return this.notePath(writable(this.files.periodicNote(reference).path));
  }

  /** The path of a note with its extension, spelled as the caller sees it. */
  private notePath(path: VaultPath): string {
    const exact = this.app.vault.getFileByPath(path.value);
    if (exact !== null && this.files.canSee(exact)) return exact.path;
    const found = this.inVault(path);
    const there = this.app.vault.getAbstractFileByPath(found);
    // A hidden note makes no difference, or the answer would reveal it.
    if (there instanceof TFile && this.files.canSee(there)) return found;
    return /\.md$/i.test(path.value) ? found : this.inVault(path.withExtension('.md'));
  }

  /**
   * The path, spelled as in the vault as far as the caller sees it. Hidden parts keep the caller's spelling,
   * so that it reveals nothing. New names have the app's letters, since it writes no others.
   * @param own the name of what is moved, which keeps its letters
   */
  private inVault(path: VaultPath, own?: string): string {
    const found = this.names.find(path.value, file => this.files.canSee(file));
    if (found !== undefined) return found.path;
    const name = path.name === own ? own : normalizePath(path.name);
    return path.folder === '' ? name : `${this.inVault(VaultPath.parse(path.folder))}/${name}`;
  }

  /** @param own the name of what is moved there, which is in the vault already */
  private checkNewName(path: string, own?: string): void {
    if (this.isTaken(path))
      throw new ToolFailure('already_exists', 'The name exists in several other spellings.');
    const [first = path] = this.missingFolders(path);
    const fresh = path.slice(first.lastIndexOf('/') + 1);
    const kept = own !== undefined && lastName(fresh) === own;
    const problem = portabilityProblem(kept ? folderOf(fresh) : fresh);
    if (problem === undefined) return;
    const hint = nameHint(path, true);
    throw new ToolFailure('invalid_path', problem, hint === undefined ? {} : { hint });
  }
}

function writable(text: string): VaultPath {
  const path = VaultPath.parse(text);
  if (!path.isHidden) return path;
  throw new ToolFailure('invalid_path', 'Names that begin with a dot are not part of the vault.');
}

function withEndingOf(path: VaultPath, file: TFile): VaultPath {
  const isKept =
    file.extension === 'md' ? /\.md$/i.test(path.name) : path.name.includes('.') || file.extension === '';
  return isKept ? path : path.withExtension(`.${file.extension}`);
}

/** @param notes with the name, or a similar one, as an alias */
function aliasFailure(notes: readonly string[], isAlias: boolean): ToolFailure {
  const others = isAlias ? 'it is an alias of another note' : 'others have similar aliases';
  return new ToolFailure('not_found', `No note has this name, but ${others}.`, {
    candidates: notes,
    hint: 'Use one of the candidates, or create a note of this name.',
  });
}

function nothingToMove(): ToolFailure {
  return new ToolFailure('already_exists', 'It is already at this path, so there is nothing to move.', {
    hint: 'Pass another folder or name as `newPath`.',
  });
}
