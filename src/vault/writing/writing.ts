import { type Cancellable, every, randomText } from '../../platform';
import { addLazily, lazily } from '../../utils/lazily';
import type { CallerContext } from '../caller-context';
import type { VisibleVault } from '../index/indexes';
import { deviceId } from '../app/app-config';
import { type IdSource, Journal, type RetentionLimits } from '../journal/journal';
import type { JournalProblem } from '../journal/journal-reader';
import { JournalStorage } from '../journal/journal-storage';
import { ReadBudget } from '../reading/notes';
import { Templates } from '../plugins/templates/templates';
import { hasDotSegment } from '../access/vault-path';
import { Workspace } from '../app/workspace';
import { Authority, type Approval, WritePipeline } from './pipeline/pipeline';
import { ChangeList } from './undo/change-list';
import { IncomingFiles } from './attachments/incoming-files';
import { AttachmentWriter } from './attachments/attachment-writer';
import { CanvasWriter } from './canvas/canvas-writer';
import { DraftNote } from './notes/draft-note';
import { AffectedLinks } from './files/affected-links';
import { Mover } from './files/mover';
import { NoteCreator } from './notes/note-creator';
import { ManyNotesEditor } from './notes/many-notes-editor';
import { NewNames } from '../hints/new-names';
import { NoteEditor } from './notes/note-editor';
import { PathLocks } from './pipeline/path-locks';
import { Recovery, Reversal } from './undo/reversal';
import { Remover } from './files/remover';
import { HeadingRenamer } from './links/heading-renamer';
import { LinkRedirector } from './links/link-redirector';
import { TaskWriter } from './tasks/task-writer';
import { NoteReplacer } from './replace/note-replacer';
import { PropertyRenamer } from './notes/property-renamer';
import { NoteMerger } from './links/note-merger';
import { TagRenamer } from './notes/tag-renamer';
import { Undo } from './undo/undo';
import { VaultOperations } from './pipeline/vault-operations';
import { WriteTargets } from './write-targets';
import type { WriterContext } from './writer-context';

export interface WritingDependencies extends Pick<
  VisibleVault,
  'app' | 'readiness' | 'slicer' | 'realPath' | 'clock'
> {
  readonly journalFolder: string;
  /** Vault path of the folder for temporary files. */
  readonly uploadFolder: string;
  /** How much of the past the journal keeps, by the current settings. */
  readonly journalLimits: () => RetentionLimits;
  readonly ids: IdSource;
  /** Names of this process's journal, unless it uses the device's, and of those that crashed processes left open. */
  readonly devices: () => { readonly own?: string | undefined; readonly ended: readonly string[] };
  readonly report: (problem: JournalProblem) => void;
  readonly approval?: Approval | undefined;
}

/** How often expired changes are removed from the journal, milliseconds. */
const retentionInterval = 24 * 3_600_000;

/** Everything that writes to the vault, for all callers. */
export class Writing {
  readonly journal: Journal;
  /** Contents of attachments that are still arriving. */
  readonly incoming: IncomingFiles;
  private loaded: Promise<void> | undefined;
  private retention: Cancellable | undefined;
  private readonly operations: VaultOperations;
  private readonly pipeline: WritePipeline;

  constructor(private readonly dependencies: WritingDependencies) {
    const { app, readiness, slicer, approval } = dependencies;
    const operations = new VaultOperations(app);
    this.operations = operations;
    this.incoming = new IncomingFiles({
      adapter: app.vault.adapter,
      folder: dependencies.uploadFolder,
      newName: () => randomText(12),
      now: () => dependencies.clock.now().getTime(),
    });
    this.journal = this.journalOf(
      lazily(() => dependencies.devices().own ?? deviceId(app, dependencies.ids.random)),
    );
    this.pipeline = new WritePipeline({
      journal: this.journal,
      locks: new PathLocks(),
      budget: new ReadBudget(),
      operations,
      reversal: new Reversal(app, operations),
      recover: () => this.journal.catchUp().then(() => this.settle(this.journal)),
      freshness: readiness.pending,
      slicer,
      approval,
    });
  }

  /** Reads the journal and completes or reverts what a crash left open. Call it once, before the first write. */
  async recover(): Promise<void> {
    for (const device of this.dependencies.devices().ended) {
      const journal = this.journalOf(() => device);
      await journal.load();
      await this.settle(journal);
    }
    await this.load();
    await this.settle(this.journal);
    void this.incoming.clear();
    void this.journal.retain();
    this.retention ??= every(retentionInterval, () => void this.journal.retain());
  }

  private settle(journal: Journal): Promise<string[]> {
    const { app, realPath } = this.dependencies;
    const recovery = new Recovery(journal, new Reversal(app, this.operations));
    return recovery.run(path => !hasDotSegment(realPath(path)));
  }

  /** Deletes all complete changes with their contents. @throws ToolFailure `storage_error` */
  async emptyJournal(): Promise<void> {
    await this.load();
    await this.journal.clear();
  }

  end(): void {
    this.retention?.cancel();
    this.retention = undefined;
    void this.journal.flush();
  }

  private journalOf(device: () => string): Journal {
    const { app, journalFolder, ids, report, journalLimits } = this.dependencies;
    const storage = new JournalStorage(app.vault.adapter, journalFolder);
    return new Journal(storage, { ...ids, device }, report, journalLimits);
  }

  private load(): Promise<void> {
    return (this.loaded ??= this.journal.load());
  }

  /** The writers of one caller, each created on demand. Its context gets what only writers need. */
  writersFor(caller: CallerContext): ReturnType<typeof writersOf> {
    const { app, files, names, realPath, runtime, writeRefusal } = caller;
    const { pipeline, operations } = this;
    const targets = lazily(() => new WriteTargets(app, files, names, realPath));
    addLazily(caller, {
      targets,
      pipeline: () => pipeline,
      authority: () => new Authority({ grant: files.access.grant, targets: targets(), writeRefusal }),
      newNames: () => new NewNames(files),
      isHeadless: () => runtime.runtime === 'headless',
    });
    return writersOf(caller, path => new DraftNote({ app, targets: targets(), operations }, path));
  }
}

function writersOf(context: WriterContext, draftAt: (path: string) => DraftNote) {
  const creator = lazily(() => new NoteCreator(context, new Templates(context), draftAt));
  const redirector = (): LinkRedirector => new LinkRedirector(context);
  return {
    creator,
    noteEditor: () => new NoteEditor(context, creator()),
    manyNotes: () => new ManyNotesEditor(context),
    mover: () => new Mover(context, new AffectedLinks(context)),
    headingRenamer: () => new HeadingRenamer(context, redirector()),
    noteMerger: () => new NoteMerger(context, redirector()),
    noteReplacer: () => new NoteReplacer(context),
    propertyRenamer: () => new PropertyRenamer(context),
    tagRenamer: () => new TagRenamer(context),
    taskWriter: () => new TaskWriter(context),
    canvasWriter: () => new CanvasWriter(context),
    attachmentWriter: () => new AttachmentWriter(context),
    remover: () => new Remover(context),
    changes: () => new ChangeList(context),
    workspace: () => new Workspace(context, creator),
    undo: () => new Undo(context),
  };
}
