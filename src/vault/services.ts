import { type App, type EventRef, Platform } from 'obsidian';
import type { DateClock } from '../utils/dates';
import type { TimeSlicer } from '../utils/time-slicer';
import { Access, type VaultRules } from './access';
import { Catalogue } from './catalogue';
import { Folders } from './folders';
import type { Grant } from './grant';
import { LinkGraph } from './link-graph';
import { Links } from './links';
import { MetadataReadiness } from './metadata-readiness';
import { NameIndex } from './name-index';
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
import { VisibleFiles } from './visible-files';
import { VisibleFolders } from './visible-folders';

/** What tools may ask of the vault, bound to one caller's grant. */
export interface Services {
  readonly folders: Folders;
  readonly catalogue: Catalogue;
  readonly views: NoteViews;
  readonly links: Links;
  readonly stat: Stat;
  readonly tags: Tags;
  readonly properties: Properties;
  readonly orientation: Orientation;
  readonly resources: NoteResources;
}

export interface VaultParts {
  readonly app: App;
  /** Keeps an event subscription until the plugin is unloaded. */
  readonly listen: (ref: EventRef) => void;
  readonly rules: () => VaultRules;
  readonly runtime: () => Runtime;
  /** Where a path really leads, as a vault path; the app's own index decides where no host can tell. */
  readonly realPath: (path: string) => string;
  /** Signs cursors; made anew at each start. */
  readonly cursorKey: string;
  readonly slicer: TimeSlicer;
  readonly clock: DateClock;
}

/** What is kept of the vault for all callers. */
interface Indexes {
  readonly tree: TreeOrder;
  readonly readiness: MetadataReadiness;
  readonly facts: NoteFactsReader;
  readonly names: NameIndex;
  readonly visibleFolders: VisibleFolders;
  readonly tagIndex: TagIndex;
  readonly graph: LinkGraph;
  readonly texts: NoteTexts;
}

function createIndexes({ app, listen, slicer }: VaultParts): Indexes {
  const tree = new TreeOrder(app, listen, slicer);
  const readiness = new MetadataReadiness(app, slicer);
  const facts = new NoteFactsReader(app);
  return {
    tree,
    readiness,
    facts,
    names: new NameIndex(app, listen),
    visibleFolders: new VisibleFolders(() => tree.generation),
    tagIndex: new TagIndex({ app, listen, facts, readiness, slicer }),
    graph: new LinkGraph(app, listen),
    texts: new NoteTexts({ app, listen, slicer }),
  };
}

/** @returns what binds the vault to a caller; cheap enough to be called once a request. */
export function createServices(parts: VaultParts): (grant: Grant) => Services {
  const { app, clock, slicer } = parts;
  const { tree, readiness, facts, names, visibleFolders, tagIndex, graph, texts } = createIndexes(parts);
  const caseInsensitive = Platform.isMacOS || Platform.isWin;
  return grant => {
    const rules = parts.rules();
    const access = new Access(grant, rules, caseInsensitive);
    const files = new VisibleFiles(app, names, visibleFolders, access, parts.realPath);
    const pager = new Pager(access, parts.cursorKey);
    const notes = new Notes(app, files);
    const links = new Links({ app, files, graph, readiness, slicer });
    const tags = new Tags({ app, files, index: tagIndex, facts, readiness, pager });
    return {
      folders: new Folders({ files, tree, pager, readiness, facts, clock, caseInsensitive }),
      catalogue: new Catalogue({ app, files, texts, pager, readiness, facts, clock, caseInsensitive }),
      views: new NoteViews({ reader: new NoteReader(files, notes), facts, links, readiness }),
      links,
      stat: new Stat({ files, notes, facts, readiness }),
      tags,
      properties: new Properties(notes),
      resources: new NoteResources({ files, notes, facts, pager }),
      orientation: new Orientation({
        app,
        runtime: parts.runtime(),
        readOnly: rules.readOnly,
        files,
        notes,
        tags,
      }),
    };
  };
}
