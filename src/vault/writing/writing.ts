import type { App } from 'obsidian';
import type { DateClock } from '../../utils/dates';
import type { IdSource } from '../journal/change-ids';
import { Journal } from '../journal/journal';
import { JournalStorage } from '../journal/journal-storage';
import type { NameIndex } from '../name-index';
import type { Notes } from '../notes';
import type { Pager } from '../paging';
import type { VisibleFiles } from '../visible-files';
import { ChangeList } from './change-list';
import { NoteWriter } from './note-writer';
import { PathLocks } from './path-locks';
import { type Approval, type PipelineParts, WritePipeline } from './pipeline';
import { recover } from './recovery';
import { Reversal } from './reversal';
import { Undo } from './undo';
import { VaultOperations } from './vault-operations';
import { WriteTargets } from './write-targets';

export interface WritingParts {
  readonly app: App;
  readonly names: NameIndex;
  readonly freshness: PipelineParts['freshness'];
  readonly realPath: (path: string) => string;
  readonly clock: DateClock;
  /** Vault path of the journal's folder. */
  readonly journalFolder: string;
  readonly ids: IdSource;
  /** Tells the user of a journal that is not as it should be. */
  readonly report: (problem: string) => void;
  readonly approval?: Approval | undefined;
}

/** What one caller brings. */
export interface WriterRules {
  readonly files: VisibleFiles;
  readonly notes: Notes;
  readonly pager: Pager;
}

/** The writers of one caller. */
export interface Writers {
  readonly writer: NoteWriter;
  readonly changes: ChangeList;
  readonly undo: Undo;
}

/** All that writes the vault, for all callers. */
export class Writing {
  readonly journal: Journal;
  private readonly reversal: Reversal;
  private readonly pipeline: WritePipeline;

  constructor(private readonly parts: WritingParts) {
    const { app, freshness, approval } = parts;
    const operations = new VaultOperations(app);
    this.journal = new Journal(
      new JournalStorage(app.vault.adapter, parts.journalFolder),
      parts.ids,
      parts.report,
    );
    this.reversal = new Reversal(app, operations);
    this.pipeline = new WritePipeline({
      journal: this.journal,
      locks: new PathLocks(),
      operations,
      reversal: this.reversal,
      freshness,
      approval,
    });
  }

  /** Reads the journal and ends what a crash left open. Call it once, before anybody can write. */
  async recover(): Promise<void> {
    await this.journal.load();
    await recover(this.journal, this.reversal);
    void this.journal.retain();
  }

  writersFor({ files, notes, pager }: WriterRules): Writers {
    const { app, names, realPath, clock } = this.parts;
    const { journal, pipeline } = this;
    const { grant } = files.access;
    const targets = new WriteTargets(app, files, names, realPath);
    return {
      writer: new NoteWriter({ notes, targets, pipeline, journal, token: grant.token }),
      changes: new ChangeList({ app, files, targets, journal, pager, clock }),
      undo: new Undo({ app, notes, targets, pipeline, journal, grant }),
    };
  }
}
