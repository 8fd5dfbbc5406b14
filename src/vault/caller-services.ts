import { Platform } from 'obsidian';
import { Access } from './access';
import { Aliases } from './aliases';
import { Attachments } from './attachments';
import { Catalogue } from './catalogue';
import { Commands } from './commands';
import { Completions } from './completions';
import { DataviewQueries } from './dataview/dataview-queries';
import { Folders } from './folders';
import type { Grant } from './grant';
import { GraphWalk } from './graph-walk';
import type { Indexes, VaultParts } from './indexes';
import { LinkChecker } from './link-check';
import { LinkSuggestions } from './link-suggestions';
import { LinkListings } from './link-listing';
import { LinkResolver } from './link-resolver';
import { Hints } from './hints';
import { Links } from './links';
import { Mentions } from './mentions';
import { NamedFiles } from './new-files';
import { NoteFields } from './note-fields';
import { NoteQueries } from './note-queries';
import { NoteReader } from './note-reader';
import { NoteResources } from './note-resources';
import { NoteRows } from './note-rows';
import { NoteViews } from './note-view';
import { Notes } from './notes';
import { OutlinePages } from './outline-pages';
import { Outlines } from './outlines';
import { Pager } from './paging';
import { PeriodicNotes } from './periods/periodic-notes';
import { PromptNotes } from './prompt-notes';
import { Properties } from './properties';
import { PropertyList } from './property-list';
import { RelatedNotes } from './related';
import { Searches } from './searches';
import { Stat } from './stat';
import { Tags } from './tags';
import { Orientation } from './vault-info';
import { VisibleFiles } from './visible-files';
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
    withdrawn: () => parts.withdrawn(access),
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

  get catalogue(): Catalogue {
    return new Catalogue(this.shared);
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

  get folders(): Folders {
    return new Folders(this.shared);
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

  get orientation(): Orientation {
    return new Orientation({ ...this.shared, tags: this.tags, census: this.indexes.census });
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

  get searches(): Searches {
    return new Searches(this.shared);
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
