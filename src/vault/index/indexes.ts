import type { App, EventRef } from 'obsidian';
import type { Shows } from '../../errors';
import type { DateClock } from '../../utils/dates';
import type { TimeSlicer } from '../../utils/slicing/time-slicer';
import type { Access, VaultRules, Grant } from '../access/access';
import { LinkGraph, partLinksIn } from '../links/link-graph';
import { LinkingFiles } from '../links/link-occurrences';
import type { EmbeddingSettings } from '../meaning/embedding-server';
import { MeaningIndex } from '../meaning/meaning-index';
import { namesOfNotes } from '../links/unlinked/name-table';
import { AliasIndex } from './alias-index';
import type { IndexSource } from './derived';
import { MetadataReadiness } from './metadata/metadata-readiness';
import { NameIndex } from './names/name-index';
import { NewFiles } from '../access/new-files';
import { NoteFactsIndex } from './metadata/note-metadata';
import { ReadBudget } from '../reading/notes';
import { NoteTexts, type WarmUp } from './note-texts';
import { ExtractedTexts } from '../plugins/extracted-texts';
import { TagIndex } from './tag-index';
import { TaskIndex } from './tasks/task-index';
import { TitleOrder, TreeOrder } from './names/orders';
import type { Cursors } from '../../utils/page';
import { UnreadableNotes } from './metadata/unreadable-notes';
import { VaultEvents } from './vault-events';
import type { VisibleFiles } from '../access/visible-files';
import { VisibleFolders } from '../access/visible-folders';

export interface Runtime {
  readonly version: string;
  readonly runtime: 'obsidian' | 'headless';
}

/** The owner's settings, as far as the vault's services need them. */
interface ServiceRules extends VaultRules, EmbeddingSettings {
  /** The user's prompts folder; no prompts if empty. */
  readonly promptsFolder: string;
  readonly runTemplater: boolean;
  readonly commandAllowList: readonly string[];
  readonly searchAttachments: boolean;
}

/** What the vault's indexes and services are made from. */
export interface VaultOptions {
  readonly app: App;
  /** Keeps an event subscription until the plugin is unloaded. */
  readonly listen: (ref: EventRef) => void;
  readonly rules: () => ServiceRules;
  /** Whether a token is shown the tool of this name; true for a word that names none. */
  readonly shows: (tool: string, grant: Grant) => boolean;
  /** Whether a token may call the tool of this name, listed or not. */
  readonly mayCall: (tool: string, grant: Grant) => boolean;
  /** Why a caller may no longer write by the current settings; undefined if it may. */
  readonly writeRefusal: (access: Access) => string | undefined;
  readonly runtime: () => Runtime;
  /** Resolves symbolic links in a path, as a vault path; if no host can, the app's own index decides. */
  readonly realPath: (path: string) => string;
  /** Settings of a plugin that is enabled in the vault, if a host knows them without loading it. */
  readonly pluginSettings: (id: string) => unknown;
  /** Gives the app the changes that the system has reported. @returns false if the host cannot know that these are all */
  readonly noticeChanges: () => Promise<boolean>;
  /** Notes that a host could not read the metadata of. */
  readonly notScanned: () => readonly string[];
  readonly cursors: Cursors;
  readonly slicer: TimeSlicer;
  /** Slices for background work: it yields to every running call. */
  readonly background: TimeSlicer;
  readonly clock: DateClock;
  /** Memory limit for the texts of notes, in bytes. */
  readonly textMemory: () => number;
  /** Vault path of the folder for the vectors of notes. */
  readonly meaningFolder: string;
}

/** What is kept of the vault for all callers. */
export type Indexes = Readonly<ReturnType<typeof indexesOf>>;

export interface VisibleVault
  extends Indexes, Pick<VaultOptions, 'app' | 'background' | 'clock' | 'realPath' | 'slicer'> {
  readonly files: VisibleFiles;
  /** Whether the caller is shown a tool: hints name no other. */
  readonly shows: Shows;
  /** Whether the caller may call a tool, listed or not. */
  readonly mayCall: Shows;
}

export function createIndexes(options: VaultOptions): Indexes {
  const { app, listen, slicer } = options;
  return indexesOf(options, { app, slicer, events: new VaultEvents(app, listen) });
}

function indexesOf({ background, textMemory, rules, ...options }: VaultOptions, source: IndexSource) {
  const { app, events } = source;
  const tree = new TreeOrder(source);
  const readiness = new MetadataReadiness(app, events);
  const facts = new NoteFactsIndex(app, events);
  const names = new NameIndex(app, events);
  const texts = new NoteTexts({ ...source, background, readiness, maxBytes: textMemory });
  return {
    tree,
    readiness,
    facts,
    names,
    newFiles: new NewFiles(app, events, options.noticeChanges),
    visibleFolders: new VisibleFolders(() => tree.generation),
    tagIndex: new TagIndex({ ...source, facts, readiness }),
    aliasIndex: new AliasIndex({ ...source, facts }),
    tasks: new TaskIndex({ ...source, readiness }),
    titles: new TitleOrder(source, facts),
    graph: new LinkGraph(source),
    linkingFiles: new LinkingFiles(app),
    partLinks: partLinksIn(source),
    noteNames: namesOfNotes({ ...source, facts, folder: () => texts.open().folder }),
    readBudget: new ReadBudget(),
    texts,
    extractedTexts: new ExtractedTexts(source),
    meaning: new MeaningIndex({ app, events, background, rules, folder: options.meaningFolder }),
    unreadableNotes: new UnreadableNotes(source, facts, options.notScanned),
  };
}

/** The other work that first calls would wait for: indexes of names, properties, tags and tasks. */
export function warmUpOf({ names, facts, tasks }: Indexes, slicer: TimeSlicer): WarmUp {
  return {
    before: () => names.prepare({ slicer }),
    after: async () => {
      await facts.prepare({ slicer });
      await tasks.prepare({ slicer });
    },
  };
}
