import { addLazily, lazily } from '../utils/lazily';
import type { Grant } from './access/access';
import { NamedFiles } from './access/named-files';
import type { VisibleFiles } from './access/visible-files';
import { BaseQueries } from './bases/base-queries';
import { ChangeFeed } from './app/change-feed';
import { type CommandApproval, type CommandOptions, Commands } from './app/commands';
import { Completions } from './app/completions';
import { NoteResources } from './app/note-resources';
import { PromptNotes } from './app/prompt-notes';
import { VaultOverview } from './app/vault-info';
import { type CallerContext, callerContext } from './caller-context';
import { VaultEvents } from './index/vault-events';
import { createIndexes, type VaultOptions, warmUpOf } from './index/indexes';
import { GraphWalk } from './links/graph-walk';
import { LinkChecker } from './links/checks/link-check';
import { LinkListings } from './links/link-listing';
import { LinkSuggester } from './links/unlinked/link-suggester';
import { LinkResolver } from './links/link-resolver';
import { RelatedNotes } from './links/related-notes';
import { DataviewQueries } from './plugins/dataview/dataview-queries';
import { NoteContext } from './queries/context/note-context';
import { FileList } from './queries/listings/list-files';
import { NoteList } from './queries/listings/list-notes';
import { PropertyList } from './queries/listings/list-properties';
import { Tags } from './queries/listings/list-tags';
import { TaskList } from './queries/tasks/list-tasks';
import { NoteQueries } from './queries/query-notes';
import { NoteSearch } from './queries/search/search-notes';
import { Attachments } from './reading/attachments';
import { PdfTexts } from './reading/pdf/pdf-texts';
import { NoteViews } from './reading/note-reader';
import { OutlinePages } from './reading/outlines';
import { Properties } from './reading/properties';
import { Stat } from './reading/stat';
import { OwnerChanges, ownerGrant } from './writing/undo/owner-changes';
import { Writing, type WritingDependencies } from './writing/writing';

/** What the plugin passes to the vault's services. */
export interface VaultDependencies
  extends
    VaultOptions,
    Pick<
      WritingDependencies,
      'approval' | 'devices' | 'ids' | 'journalFolder' | 'uploadFolder' | 'journalLimits' | 'report'
    > {
  readonly approveCommand?: CommandApproval | undefined;
}

export interface VaultServices {
  /** Binds the vault to a caller; cheap enough for each request. */
  readonly servicesFor: (grant: Grant) => Services;
  /** The vault as a grant shows it; as its owner sees it without one. */
  readonly filesFor: (grant?: Grant) => VisibleFiles;
  /** Must recover before the first call is served. */
  readonly writing: Writing;
  readonly ownerChanges: OwnerChanges;
  readonly feed: ChangeFeed;
  /** Stops work that would continue after the plugin is unloaded. */
  readonly end: () => void;
}

/** The vault's services for tools, bound to one caller's grant. */
export type Services = Readonly<ReturnType<typeof callerServices>>;

export function createServices(dependencies: VaultDependencies): VaultServices {
  const { app, approveCommand } = dependencies;
  const indexes = createIndexes(dependencies);
  const writing = new Writing({ ...dependencies, ...indexes });
  const { journal } = writing;
  const pdfs = new PdfTexts();
  const servicesFor = (grant: Grant, options: VaultOptions = dependencies): Services => {
    const { commandAllowList } = options.rules();
    const context = callerContext(options, { ...indexes, journal }, grant);
    return callerServices(context, { writing, pdfs, commandAllowList, approveCommand });
  };
  // Rules apply to clients only: the owner can still undo what they hide or protect.
  const unbound = {
    ...dependencies,
    rules: () => ({ ...dependencies.rules(), readOnly: false, hidden: [] }),
    writeRefusal: () => undefined,
  };
  const undo = (): Services['undo'] => servicesFor(ownerGrant, unbound).undo;
  const warmUp = lazily(() => indexes.texts.warmUp(warmUpOf(indexes, dependencies.background)));
  return {
    servicesFor: grant => {
      warmUp();
      indexes.meaning.wake();
      return servicesFor(grant);
    },
    writing,
    filesFor: grant =>
      callerContext(
        grant === undefined ? unbound : dependencies,
        { ...indexes, journal },
        grant ?? ownerGrant,
      ).files,
    ownerChanges: new OwnerChanges({ app, journal, undo }),
    feed: new ChangeFeed(new VaultEvents(app, dependencies.listen), dependencies.realPath),
    end: () => {
      indexes.meaning.end();
      writing.end();
    },
  };
}

/** What the services need in addition to their caller's context. */
interface ServiceOptions extends CommandOptions {
  readonly writing: Writing;
  readonly pdfs: PdfTexts;
}

/** The services of one caller, each made when it is first asked for. */
function callerServices(context: CallerContext, { writing, pdfs, ...commands }: ServiceOptions) {
  const services = {};
  const tags = lazily(() => new Tags(context));
  addLazily(services, {
    attachments: () => new Attachments(context.app, context.files, pdfs, context.notes),
    bases: () => new BaseQueries(context),
    commands: () => new Commands(context, commands),
    completions: () => new Completions(context),
    dataview: () => new DataviewQueries(context),
    fileList: () => new FileList(context),
    graph: () => new GraphWalk(context),
    hints: () => context.hints,
    linkCheck: () => new LinkChecker(context),
    linkListings: () => new LinkListings(context),
    links: () => context.links,
    linkSuggester: () => new LinkSuggester(context),
    namedFiles: () => new NamedFiles(context),
    noteContext: () => new NoteContext(context),
    noteList: () => new NoteList(context),
    noteSearch: () => new NoteSearch(context),
    outlinePages: () => new OutlinePages(context),
    outlines: () => context.outlines,
    promptNotes: () => new PromptNotes(context),
    properties: () => new Properties(context.notes),
    propertyList: () => new PropertyList(context),
    queries: () => new NoteQueries(context),
    related: () => new RelatedNotes(context),
    resolver: () => new LinkResolver(context),
    resources: () => new NoteResources(context),
    stat: () => new Stat(context),
    tags,
    taskList: () => new TaskList(context),
    vaultOverview: () => new VaultOverview(context, tags()),
    views: () => new NoteViews(context),
    ...writing.writersFor(context),
  });
  return services;
}
