import { Platform } from 'obsidian';
import { Access } from './access/access';
import { Aliases } from './links/aliases';
import { Attachments } from './reading/attachments';
import { NoteList } from './queries/list-notes';
import { Commands } from './app/commands';
import { Completions } from './app/completions';
import { DataviewQueries } from './plugins/dataview/dataview-queries';
import { FileList } from './queries/list-files';
import type { Grant } from './access/grant';
import { GraphWalk } from './links/graph-walk';
import type { Indexes, VaultParts } from './index/indexes';
import { LinkChecker } from './links/link-check';
import { LinkSuggestions } from './links/link-suggestions';
import { LinkListings } from './links/link-listing';
import { LinkResolver } from './links/link-resolver';
import { Hints } from './queries/hints';
import { Links } from './links/links';
import { Mentions } from './links/mentions';
import { NamedFiles } from './access/new-files';
import { NoteFields } from './queries/note-fields';
import { NoteQueries } from './queries/query-notes';
import { NoteReader } from './reading/note-reader';
import { NoteResources } from './app/note-resources';
import { NoteRows } from './queries/note-rows';
import { NoteViews } from './reading/note-view';
import { Notes } from './reading/notes';
import { OutlinePages } from './reading/outline-pages';
import { Outlines } from './reading/outlines';
import { Pager } from './paging';
import { PeriodicNotes } from './plugins/periodic-notes/periodic-notes';
import { PromptNotes } from './app/prompt-notes';
import { Properties } from './reading/properties';
import { PropertyList } from './queries/list-properties';
import { RelatedNotes } from './links/related-notes';
import { NoteSearch } from './queries/search-notes';
import { Stat } from './reading/stat';
import { Tags } from './queries/list-tags';
import { VaultOverview } from './app/vault-info';
import { VisibleFiles } from './access/visible-files';
import type { Writers } from './writing/writing';

/** What the services of one caller share, each taking what it needs. */
function sharedBy(parts: VaultParts, indexes: Indexes, grant: Grant) {
  const { app, clock, slicer } = parts;
  const { facts, graph, names, nearNames, readiness, texts, tree, visibleFolders } = indexes;
  const rules = parts.rules();
  const caseInsensitive = Platform.isMacOS || Platform.isWin;
  const access = new Access(grant, rules, caseInsensitive);
  const files = new VisibleFiles(
    app,
    names,
    nearNames,
    visibleFolders,
    access,
    parts.realPath,
    new PeriodicNotes(parts),
    parts.runtime().runtime === 'obsidian',
  );
  const notes = new Notes(app, files, slicer, indexes.structures);
  const links = new Links({ app, files, graph, readiness, slicer });
  const fields = new NoteFields({ facts, links, texts });
  const { tagIndex: index, unreadableNotes } = indexes;
  return {
    ...{ app, clock, slicer, facts, fields, files, links, notes, readiness, texts, tree, caseInsensitive },
    hints: new Hints({ files, facts, index, unreadableNotes, slicer }),
    pager: new Pager(access, parts.cursorKey),
    mentions: new Mentions({ app, files, texts, facts, slicer }),
    reader: new NoteReader(files, notes),
    index,
    titles: indexes.titles,
    runtime: parts.runtime(),
    readOnly: rules.readOnly,
    extracted: rules.searchAttachments ? indexes.extracted : undefined,
    mayRunTemplater: rules.runTemplater,
    writeRevocation: () => parts.writeRevocation(access),
    promptsFolder: rules.promptsFolder,
    outlines: new Outlines(notes),
  };
}

/** Made for each request, which asks for one or two of them: so each is made when it is asked for. */
export class CallerServices implements Writers {
  private readonly shared: ReturnType<typeof sharedBy>;

  constructor(
    private readonly parts: VaultParts,
    private readonly indexes: Indexes,
    grant: Grant,
  ) {
    this.shared = sharedBy(parts, indexes, grant);
  }

  get attachments(): Attachments {
    return new Attachments(this.shared.app, this.shared.files);
  }

  get noteList(): NoteList {
    return new NoteList(this.shared);
  }

  get commands(): Commands {
    const { approveCommand, rules } = this.parts;
    return new Commands({ ...this.shared, ...rules(), approveCommand });
  }

  get completions(): Completions {
    return new Completions(this.shared);
  }

  get dataview(): DataviewQueries {
    return new DataviewQueries(this.shared);
  }

  get fileList(): FileList {
    return new FileList(this.shared);
  }

  get graph(): GraphWalk {
    return new GraphWalk(this.shared);
  }

  get hints(): Hints {
    return this.shared.hints;
  }

  get linkCheck(): LinkChecker {
    return new LinkChecker({ ...this.shared, suggestions: this.linkSuggestions });
  }

  get linkListings(): LinkListings {
    return new LinkListings({ ...this.shared, linkingFiles: this.indexes.linkingFiles });
  }

  get links(): Links {
    return this.shared.links;
  }

  get namedFiles(): NamedFiles {
    const { names, newFiles } = this.indexes;
    return new NamedFiles({ ...this.shared, names, newFiles, aliases: this.aliases });
  }

  get vaultOverview(): VaultOverview {
    return new VaultOverview({ ...this.shared, tags: this.tags, vaultCounts: this.indexes.vaultCounts });
  }

  get outlinePages(): OutlinePages {
    return new OutlinePages(this.shared);
  }

  get outlines(): Outlines {
    return this.shared.outlines;
  }

  get promptNotes(): PromptNotes {
    return new PromptNotes(this.shared);
  }

  get properties(): Properties {
    return new Properties(this.shared.notes);
  }

  get propertyList(): PropertyList {
    return new PropertyList(this.shared);
  }

  get queries(): NoteQueries {
    return new NoteQueries({ ...this.shared, rows: new NoteRows(this.shared) });
  }

  get related(): RelatedNotes {
    return new RelatedNotes(this.shared);
  }

  get resolver(): LinkResolver {
    return new LinkResolver({ ...this.shared, aliases: this.aliases });
  }

  get resources(): NoteResources {
    return new NoteResources(this.shared);
  }

  get noteSearch(): NoteSearch {
    return new NoteSearch(this.shared);
  }

  get stat(): Stat {
    return new Stat(this.shared);
  }

  get tags(): Tags {
    return new Tags(this.shared);
  }

  get views(): NoteViews {
    return new NoteViews(this.shared);
  }

  get creator(): Writers['creator'] {
    return this.writers.creator;
  }

  get writer(): Writers['writer'] {
    return this.writers.writer;
  }

  get patcher(): Writers['patcher'] {
    return this.writers.patcher;
  }

  get folderWriter(): Writers['folderWriter'] {
    return this.writers.folderWriter;
  }

  get mover(): Writers['mover'] {
    return this.writers.mover;
  }

  get tagRenamer(): Writers['tagRenamer'] {
    return this.writers.tagRenamer;
  }

  get remover(): Writers['remover'] {
    return this.writers.remover;
  }

  get changes(): Writers['changes'] {
    return this.writers.changes;
  }

  get workspace(): Writers['workspace'] {
    return this.writers.workspace;
  }

  get undo(): Writers['undo'] {
    return this.writers.undo;
  }

  private get linkSuggestions(): LinkSuggestions {
    const { nearNames, writing } = this.indexes;
    return new LinkSuggestions({ ...this.shared, nearNames, journal: writing.journal });
  }

  private get aliases(): Aliases {
    return new Aliases(this.shared);
  }

  private get writers(): Writers {
    return this.indexes.writing.writersFor(this.shared);
  }
}

/** What tools may ask of the vault, bound to one caller's grant. */
export type Services = Pick<CallerServices, keyof CallerServices>;
