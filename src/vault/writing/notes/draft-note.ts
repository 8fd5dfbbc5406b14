import type { App, TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { creation, type Step } from '../pipeline/steps';
import { OutdatedPlan, type VaultOperations } from '../pipeline/vault-operations';
import type { WriteTargets } from '../write-targets';

/**
 * A note that is created empty before its text is known, because the program that makes the text needs the
 * file. The pipeline then writes the text as the note's creation; otherwise `end` removes the file.
 */
export class DraftNote {
  private file: TFile | undefined;
  private folders: readonly string[] = [];
  private readonly endings: (() => void)[] = [];

  constructor(
    private readonly dependencies: { app: App; targets: WriteTargets; operations: VaultOperations },
    /** The initial path. The program may move the file. */
    readonly path: string,
  ) {}

  get isMade(): boolean {
    return this.file !== undefined;
  }

  get pathNow(): string {
    return this.file?.path ?? this.path;
  }

  /** Creates the file. @throws ToolFailure `already_exists`, `storage_error` */
  async make(): Promise<TFile> {
    const { app, targets, operations } = this.dependencies;
    this.folders = targets.missingFolders(this.path);
    for (const folder of this.folders) await operations.makeFolder(folder);
    await operations.create(this.path, '').catch((error: unknown) => {
      if (!(error instanceof OutdatedPlan)) throw error;
      throw new ToolFailure('already_exists', 'There is already a note at this path.');
    });
    const file = app.vault.getFileByPath(this.path);
    if (file === null) throw changedMeanwhile();
    this.file = file;
    return file;
  }

  /** @param run called when the note has its text or is deleted */
  whenEnded(run: () => void): void {
    this.endings.push(run);
  }

  /**
   * The steps that create the note with its text, which `storable` has checked.
   * @throws ToolFailure `version_conflict` if it is gone or has text already; `permission_denied` if it was
   * moved to a path that the caller may not write
   */
  async steps(text: string): Promise<Step[]> {
    const { targets } = this.dependencies;
    const { file, pathNow: path } = this;
    if (file === undefined || (await this.textNow()) !== '') throw changedMeanwhile();
    targets.allow(path);
    const folders = this.folders.filter(folder => path.startsWith(`${folder}/`));
    return creation(folders, { path, content: text, draft: file });
  }

  /** @param isWritten false removes the file, unless another program wrote to it */
  async end(isWritten: boolean): Promise<void> {
    const { operations } = this.dependencies;
    for (const run of this.endings) run();
    if (this.file !== undefined && !isWritten && (await this.textNow()) === '')
      await operations.remove(this.file).catch(() => undefined);
    for (const folder of this.folders.toReversed()) await operations.removeFolder(folder);
  }

  /** Undefined if the file is gone. */
  private async textNow(): Promise<string | undefined> {
    const { vault } = this.dependencies.app;
    const { file } = this;
    if (file === undefined || vault.getFileByPath(file.path) !== file) return undefined;
    return vault.read(file).catch(() => undefined);
  }
}

function changedMeanwhile(): ToolFailure {
  return new ToolFailure(
    'version_conflict',
    'The new note was changed or removed while its template ran, by the template itself or another program.',
    { hint: 'It was left as it is. Read it, or choose another path.' },
  );
}
