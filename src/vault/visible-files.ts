import { type App, type TAbstractFile, TFile, TFolder } from 'obsidian';
import { ToolFailure } from '../errors';
import { nearest } from '../utils/folding';
import type { Access } from './access';
import type { NameIndex } from './name-index';
import { portabilityProblem, VaultPath } from './vault-path';

/** The vault's files and folders as one caller sees them; the only way from a path to an object of the app. */
export class VisibleFiles {
  constructor(
    private readonly app: App,
    private readonly names: NameIndex,
    readonly access: Access,
  ) {}

  canSee(file: TAbstractFile): boolean {
    return file.path === '/' || this.access.canRead(file.path);
  }

  /** What is at a path in any letter case or Unicode form; undefined when the caller sees nothing there. */
  at(path: VaultPath): TAbstractFile | undefined {
    const found = path.value === '' ? this.app.vault.getRoot() : this.names.find(path.value);
    return found !== null && this.canSee(found) ? found : undefined;
  }

  /**
   * The Markdown note at a path, with or without `.md`.
   * @throws ToolFailure `invalid_path`, `not_found`, `unsupported_file`
   */
  note(reference: string): TFile {
    const path = VaultPath.parse(reference);
    const found = this.at(path);
    const note = found instanceof TFile ? found : this.at(path.withExtension('.md'));
    if (!(note instanceof TFile)) throw this.absent('note', path, file => isNote(file));
    if (!isNote(note)) {
      throw new ToolFailure('unsupported_file', 'The note tools are for Markdown files (.md).', {
        hint: 'Use `read_attachment` for other kinds.',
      });
    }
    return note;
  }

  /** @throws ToolFailure `invalid_path`, `not_found` */
  folder(reference: string): TFolder {
    const path = VaultPath.parseFolder(reference);
    const found = this.at(path);
    if (!(found instanceof TFolder)) throw this.absent('folder', path, file => file instanceof TFolder);
    return found;
  }

  private absent(kind: string, path: VaultPath, isWanted: (file: TAbstractFile) => boolean): ToolFailure {
    const problem = portabilityProblem(path.value);
    if (problem !== undefined) return new ToolFailure('invalid_path', problem);
    const paths = this.app.vault
      .getAllLoadedFiles()
      .filter(file => isWanted(file) && file.path !== '/' && this.canSee(file))
      .map(file => file.path);
    return new ToolFailure('not_found', `There is no ${kind} at this path.`, {
      candidates: nearest(path.value, paths, 5),
    });
  }
}

export function isNote(file: TAbstractFile): file is TFile {
  return file instanceof TFile && file.extension === 'md';
}
