import type { App } from 'obsidian';
import { type Cancellable, every, randomText } from '../../platform';
import type { DateClock } from '../../utils/dates/dates';
import type { TimeSlicer } from '../../utils/slicing/time-slicer';
import type { CallerContext } from '../caller-context';
import { deviceId } from '../app/device';
import type { IdSource } from '../journal/change-ids';
import { Journal, type RetentionLimits } from '../journal/journal';
import type { JournalProblem } from '../journal/journal-reader';
import { JournalStorage } from '../journal/journal-storage';
import type { MetadataReadiness } from '../index/metadata/metadata-readiness';
import type { NameIndex } from '../index/names/name-index';
import type { TagIndex } from '../index/tag-index';
import { Templates } from '../plugins/templates/templates';
import { hasDotSegment } from '../access/vault-path';
import { Workspace } from '../app/workspace';
import { Authority } from './pipeline/authority';
import { ChangeList } from './undo/change-list';
import { IncomingFiles } from './attachments/incoming-files';
import { AttachmentWriter } from './attachments/attachment-writer';
import { CanvasWriter } from './canvas/canvas-writer';
import { DraftNote } from './notes/draft-note';
import { FolderWriter } from './files/folder-writer';
import { AffectedLinks } from './files/affected-links';
import { Mover } from './files/mover';
import { NoteCreator } from './notes/note-creator';
import { NotePatcher } from './notes/note-patcher';
import { NoteWriter } from './notes/note-writer';
import { PathLocks } from './pipeline/path-locks';
import { type Approval, WritePipeline } from './pipeline/pipeline';
import { recover } from './pipeline/recovery';
import { Remover } from './files/remover';
import { Reversal } from './undo/reversal';
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
import type { WriterParts } from './writer-parts';

export interface WritingParts {
  readonly app: App;
  readonly names: NameIndex;
  readonly readiness: MetadataReadiness;
  readonly tagIndex: TagIndex;
  readonly slicer: TimeSlicer;
  readonly realPath: (path: string) => string;
  readonly clock: DateClock;
  /** Vault path of the journal's folder. */
  readonly journalFolder: string;
  /** Vault path of the folder for temporary files. */
  readonly uploadFolder: string;
  /** How much of the past it keeps, as the settings are at the time. */
  readonly journalLimits: () => RetentionLimits;
  readonly ids: IdSource;
  /** Reports a damaged journal to the user. */
  readonly report: (problem: JournalProblem) => void;
  readonly approval?: Approval | undefined;
}

/** The writers of one caller. */
export interface Writers {
  readonly creator: NoteCreator;
  readonly writer: NoteWriter;
  readonly patcher: NotePatcher;
  readonly folderWriter: FolderWriter;
  readonly mover: Mover;
  readonly headingRenamer: HeadingRenamer;
  readonly noteMerger: NoteMerger;
  readonly noteReplacer: NoteReplacer;
  readonly propertyRenamer: PropertyRenamer;
  readonly tagRenamer: TagRenamer;
  readonly taskWriter: TaskWriter;
  readonly canvasWriter: CanvasWriter;
  readonly attachmentWriter: AttachmentWriter;
  readonly remover: Remover;
  readonly changes: ChangeList;
  readonly undo: Undo;
  readonly workspace: Workspace;
}

/** How often the journal is looked through for what is too old, milliseconds. */
const retentionInterval = 24 * 3_600_000;

/** Everything that writes to the vault, for all callers. */
export class Writing {
  readonly journal: Journal;
  /** Contents of attachments that are still to come. */
  readonly incoming: IncomingFiles;
  private loaded: Promise<void> | undefined;
  private retention: Cancellable | undefined;
  private hasReportedRetention = false;
  private readonly operations: VaultOperations;
  private readonly reversal: Reversal;
  private readonly pipeline: WritePipeline;

  constructor(private readonly parts: WritingParts) {
    const { app, readiness, slicer, approval } = parts;
    const operations = new VaultOperations(app);
    this.operations = operations;
    this.incoming = new IncomingFiles({
      adapter: app.vault.adapter,
      folder: parts.uploadFolder,
      newName: () => randomText(12),
      now: () => parts.clock.now().getTime(),
    });
    this.journal = new Journal(
      new JournalStorage(app.vault.adapter, parts.journalFolder),
      { ...parts.ids, device: deviceId(app, parts.ids.random) },
      parts.report,
      parts.journalLimits,
    );
    this.reversal = new Reversal(app, operations);
    this.pipeline = new WritePipeline({
      journal: this.journal,
      locks: new PathLocks(),
      operations,
      reversal: this.reversal,
      freshness: readiness,
      slicer,
      approval,
    });
  }

  /** Reads the journal and completes or reverts what a crash left open. Call it once, before anybody can write. */
  async recover(): Promise<void> {
    await this.load();
    const isReachable = (path: string): boolean => !hasDotSegment(this.parts.realPath(path));
    await recover(this.journal, this.reversal, isReachable, this.parts.slicer.slice());
    void this.incoming.clear();
    void this.retain();
    this.retention ??= every(retentionInterval, () => void this.retain());
  }

  /** Forgets every change that is complete, with all contents kept of it. @throws ToolFailure `storage_error` */
  async emptyJournal(): Promise<void> {
    await this.load();
    await this.journal.clear();
  }

  /** Nobody waits for it: a failure is reported once, and the next run tries again. */
  private async retain(): Promise<void> {
    try {
      await this.journal.retain();
    } catch {
      if (!this.hasReportedRetention) this.parts.report({ kind: 'notCleared' });
      this.hasReportedRetention = true;
    }
  }

  /** Leaves no timer behind. */
  end(): void {
    this.retention?.cancel();
    this.retention = undefined;
  }

  private load(): Promise<void> {
    return (this.loaded ??= this.journal.load());
  }

  writersFor(context: CallerContext): Writers {
    const { files, notes, pager, runtime, mayRunTemplater, writeRevocation } = context;
    const { app, names, realPath, clock, readiness, slicer, tagIndex } = this.parts;
    const { journal, pipeline, operations } = this;
    const targets = new WriteTargets(app, files, names, realPath);
    const links = new AffectedLinks({ app, names, notes, slicer });
    const templates = new Templates({ app, files, notes, clock, slicer, mayRunTemplater });
    const draftAt = (path: string): DraftNote => new DraftNote({ app, targets, operations }, path);
    const authority = new Authority({ grant: files.access.grant, targets, writeRevocation });
    const creator = new NoteCreator({ targets, pipeline, templates, draftAt, authority });
    const shared: WriterParts = { notes, files, targets, pipeline, authority };
    const writer = new NoteWriter({ ...shared, creator, journal });
    const redirector = new LinkRedirector({ app, files, names, notes, readiness, slicer, targets });
    const isHeadless = runtime.runtime === 'headless';
    return {
      creator,
      writer,
      patcher: new NotePatcher(writer),
      folderWriter: new FolderWriter({ targets, pipeline, authority }),
      mover: new Mover({ ...shared, app, links, readiness, slicer, isHeadless }),
      headingRenamer: new HeadingRenamer({ ...shared, redirector }),
      noteMerger: new NoteMerger({ ...shared, app, redirector, isHeadless }),
      noteReplacer: new NoteReplacer({ ...shared, context, slicer }),
      propertyRenamer: new PropertyRenamer({ ...shared, context }),
      tagRenamer: new TagRenamer({ ...shared, tagIndex, slicer }),
      taskWriter: new TaskWriter({ ...shared, app, clock }),
      canvasWriter: new CanvasWriter({ ...shared, journal }),
      attachmentWriter: new AttachmentWriter({ ...shared, app, names }),
      remover: new Remover({ ...shared, app, isHeadless }),
      changes: new ChangeList({ app, files, targets, journal, pager, clock, slicer }),
      workspace: new Workspace({ app, files, notes, creator }),
      undo: new Undo({ app, notes, slicer, files, targets, pipeline, journal, authority }),
    };
  }
}
