import { type App, type EventRef, Platform } from 'obsidian';
import type { DateClock } from '../utils/dates';
import type { TimeSlicer } from '../utils/time-slicer';
import { Access, type VaultRules } from './access';
import { Attachments } from './attachments';
import { Catalogue } from './catalogue';
import { type CommandApproval, Commands } from './commands';
import { Completions } from './completions';
import { DataviewQueries } from './dataview/dataview-queries';
import { Folders } from './folders';
import type { Grant } from './grant';
import { GraphWalk } from './graph-walk';
import { LinkChecker } from './link-check';
import { LinkListings } from './link-listing';
import { Mentions } from './mentions';
import { Outlines } from './outlines';
import { PeriodicNotes } from './periods/periodic-notes';
import { PromptNotes, type PromptParts } from './prompt-notes';
import { PropertyList } from './property-list';
import { NoteQueries } from './note-queries';
import { NoteRows } from './note-rows';
import { RelatedNotes } from './related';
import { Searches } from './searches';
import { LinkGraph } from './link-graph';
import { LinkResolver } from './link-resolver';
import { Links } from './links';
import { MetadataReadiness } from './metadata-readiness';
import { NameIndex } from './name-index';
import { NearNames } from './near-names';
import { NoteFactsReader } from './note-facts';
import { NoteReader } from './note-reader';
import { NoteViews } from './note-view';
import { NoteResources } from './note-resources';
import { NoteTexts } from './note-texts';
import { Notes } from './notes';
import { Pager } from './paging';
import { Properties } from './properties';
import { Stat } from './stat';
import { TagIndex } from './tag-index';
import { Tags } from './tags';
import { TreeOrder } from './tree-order';
import { Orientation, type Runtime } from './vault-info';
import { VaultFeed } from './vault-feed';
import { ExtractedTexts } from './partners/extracted-texts';
import { VaultCensus } from './vault-census';
import { VisibleFiles } from './visible-files';
import { VisibleFolders } from './visible-folders';
import { OwnerChanges, ownerGrant } from './writing/owner-changes';
import type { Undo } from './writing/undo';
import { type Writers, Writing, type WritingParts } from './writing/writing';

/** What tools may ask of the vault, bound to one caller's grant. */
export interface Services extends Writers {
  readonly attachments: Attachments;
  readonly catalogue: Catalogue;
  readonly commands: Commands;
  readonly completions: Completions;
  readonly dataview: DataviewQueries;
  readonly folders: Folders;
  readonly graph: GraphWalk;
  readonly linkCheck: LinkChecker;
  readonly linkListings: LinkListings;
  readonly links: Links;
  readonly orientation: Orientation;
  readonly outlines: Outlines;
  readonly promptNotes: PromptNotes;
  readonly properties: Properties;
  readonly propertyList: PropertyList;
  readonly queries: NoteQueries;
  readonly related: RelatedNotes;
  readonly resolver: LinkResolver;
  readonly resources: NoteResources;
  readonly searches: Searches;
  readonly stat: Stat;
  readonly tags: Tags;
  readonly views: NoteViews;
}

type ForWriting = 'approval' | 'ids' | 'journalFolder' | 'journalLimits' | 'report';
/** What the owner's settings say to the vault room. */
export interface ServiceRules extends VaultRules, Pick<PromptParts, 'promptsFolder'> {
  readonly runTemplater: boolean;
  readonly commandAllowList: readonly string[];
  readonly searchAttachments: boolean;
}

export interface VaultParts extends Pick<WritingParts, ForWriting> {
  readonly app: App;
  /** Keeps an event subscription until the plugin is unloaded. */
  readonly listen: (ref: EventRef) => void;
  readonly rules: () => ServiceRules;
  readonly approveCommand?: CommandApproval | undefined;
  readonly runtime: () => Runtime;
  /** Where a path really leads, as a vault path; the app's own index decides where no host can tell. */
  readonly realPath: (path: string) => string;
  /** Settings of a plugin that is switched on in the vault, where a host knows them without loading it. */
  readonly pluginSettings: (id: string) => unknown;
  /** Signs cursors; made anew at each start. */
  readonly cursorKey: string;
  readonly slicer: TimeSlicer;
  /** For work that nobody waits for: gives way to every call in flight. */
  readonly background: TimeSlicer;
  readonly clock: DateClock;
  /** What the texts of notes may take in memory, bytes. */
  readonly textMemory: () => number;
}

/** What is kept of the vault for all callers. */
interface Indexes {
  readonly tree: TreeOrder;
  readonly readiness: MetadataReadiness;
  readonly facts: NoteFactsReader;
  readonly names: NameIndex;
  readonly nearNames: NearNames;
  readonly visibleFolders: VisibleFolders;
  readonly tagIndex: TagIndex;
  readonly census: VaultCensus;
  readonly graph: LinkGraph;
  readonly texts: NoteTexts;
  readonly extracted: ExtractedTexts;
  readonly writing: Writing;
}

function createIndexes(parts: VaultParts): Indexes {
  const { app, listen, slicer, background, textMemory } = parts;
  const tree = new TreeOrder(app, listen, slicer);
  const readiness = new MetadataReadiness(app, listen);
  const facts = new NoteFactsReader(app, listen);
  const names = new NameIndex(app, listen);
  const tagIndex = new TagIndex({ app, listen, facts, readiness, slicer });
  return {
    tree,
    readiness,
    facts,
    names,
    nearNames: new NearNames(app, listen),
    visibleFolders: new VisibleFolders(() => tree.generation),
    tagIndex,
    census: new VaultCensus(app, listen),
    graph: new LinkGraph(app, listen),
    texts: new NoteTexts({ app, listen, slicer, background, readiness, maxBytes: textMemory }),
    extracted: new ExtractedTexts({ app, listen, slicer }),
    writing: new Writing({ ...parts, names, readiness, tagIndex }),
  };
}

export interface VaultServices {
  /** Binds the vault to a caller; cheap enough to be called once a request. */
  readonly servicesFor: (grant: Grant) => Services;
  /** To be told to recover before the first call is served. */
  readonly writing: Writing;
  /** For the person at the app. */
  readonly ownerChanges: OwnerChanges;
  /** What happens to files, for those who tell clients. */
  readonly feed: VaultFeed;
}

export function createServices(parts: VaultParts): VaultServices {
  const indexes = createIndexes(parts);
  const servicesFor = (grant: Grant): Services => {
    indexes.texts.warmUp(() => prepareNames(indexes, parts.background));
    return bind(parts, indexes, grant);
  };
  // Rules are for clients: what they hid or closed, its owner still takes back.
  const unbound = { ...parts, rules: () => ({ ...parts.rules(), readOnly: false, hidden: [] }) };
  const undo = (): Undo => bind(unbound, indexes, ownerGrant).undo;
  const ownerChanges = new OwnerChanges({ app: parts.app, journal: indexes.writing.journal, undo });
  const feed = new VaultFeed(parts.app, parts.listen);
  return { servicesFor, writing: indexes.writing, ownerChanges, feed };
}

/** What else the first question would have to wait for. */
async function prepareNames({ names, nearNames }: Indexes, background: TimeSlicer): Promise<void> {
  await names.prepare(background.slice());
  await nearNames.open(background.slice());
}

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
  );
  const notes = new Notes(app, files);
  const links = new Links({ app, files, graph, readiness, slicer });
  return {
    ...{ app, clock, slicer, facts, files, links, notes, readiness, texts, tree, caseInsensitive },
    pager: new Pager(access, parts.cursorKey),
    mentions: new Mentions({ app, files, texts, facts, slicer }),
    reader: new NoteReader(files, notes),
    index: indexes.tagIndex,
    runtime: parts.runtime(),
    readOnly: rules.readOnly,
    extracted: rules.searchAttachments ? indexes.extracted : undefined,
    mayRunTemplater: rules.runTemplater,
    promptsFolder: rules.promptsFolder,
    outlines: new Outlines(notes),
  };
}

function bind(parts: VaultParts, indexes: Indexes, grant: Grant): Services {
  const shared = sharedBy(parts, indexes, grant);
  const { app, files, notes } = shared;
  const tags = new Tags(shared);
  return {
    ...indexes.writing.writersFor(shared),
    links: shared.links,
    tags,
    attachments: new Attachments(app, files),
    catalogue: new Catalogue(shared),
    commands: new Commands({ ...shared, ...parts.rules(), approveCommand: parts.approveCommand }),
    completions: new Completions(shared),
    dataview: new DataviewQueries(shared),
    folders: new Folders(shared),
    graph: new GraphWalk(shared),
    linkCheck: new LinkChecker({ ...shared, nearNames: indexes.nearNames }),
    linkListings: new LinkListings(shared),
    orientation: new Orientation({ ...shared, tags, census: indexes.census }),
    outlines: shared.outlines,
    promptNotes: new PromptNotes(shared),
    properties: new Properties(notes),
    propertyList: new PropertyList(shared),
    queries: new NoteQueries({ ...shared, rows: new NoteRows(shared) }),
    related: new RelatedNotes(shared),
    resolver: new LinkResolver(shared),
    resources: new NoteResources(shared),
    searches: new Searches(shared),
    stat: new Stat(shared),
    views: new NoteViews(shared),
  };
}
