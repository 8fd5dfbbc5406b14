import { Platform } from 'obsidian';
import type { Shows } from '../errors';
import { addLazily, lazily } from '../utils/lazily';
import { Access, type Grant } from './access/access';
import { VisibleFiles } from './access/visible-files';
import type { Indexes, Runtime, VaultOptions, VisibleVault } from './index/indexes';
import type { Journal } from './journal/journal';
import { Aliases } from './links/aliases';
import { Links } from './links/links';
import { Pager } from './paging';
import type { ExtractedTexts } from './plugins/extracted-texts';
import { PeriodicNotes } from './plugins/periodic-notes';
import { taskRules } from './plugins/tasks/tasks-settings';
import { Hints } from './hints/hints';
import { NoteFields } from './queries/note-fields';
import { Notes } from './reading/notes';
import { Outlines } from './reading/outlines';

/** The dependencies of the services of one caller: the app, the indexes, and its view of the vault. */
export interface CallerContext extends VisibleVault {
  readonly access: Access;
  readonly notes: Notes;
  readonly outlines: Outlines;
  readonly links: Links;
  readonly aliases: Aliases;
  readonly fields: NoteFields;
  readonly hints: Hints;
  readonly pager: Pager;
  readonly journal: Journal;
  readonly runtime: Runtime;
  /** Whether globs ignore letter case, like the file system. */
  readonly caseInsensitive: boolean;
  readonly readOnly: boolean;
  /** The user's prompts folder; no prompts if empty. */
  readonly promptsFolder: string;
  /** Whether tokens with full rights may run Templater's code. */
  readonly mayRunTemplater: boolean;
  /** Undefined if attachments are not searched. */
  readonly extracted: ExtractedTexts | undefined;
  /** Why the caller may no longer write by the current settings; undefined if it may. */
  readonly writeRefusal: () => string | undefined;
}

/** Binds the vault to a caller, with the current settings, for each request: what few calls need is created on demand. */
export function callerContext(
  options: VaultOptions,
  indexes: Indexes & { readonly journal: Journal },
  grant: Grant,
): CallerContext {
  const { app, background, clock, realPath, slicer } = options;
  const rules = options.rules();
  const caseInsensitive = Platform.isMacOS || Platform.isWin;
  const access = new Access(grant, rules, caseInsensitive);
  const files = new VisibleFiles(
    app,
    indexes.names,
    indexes.visibleFolders,
    access,
    realPath,
    new PeriodicNotes(options),
    options.runtime().runtime === 'obsidian',
  );
  const shows: Shows = tool => options.shows(tool, grant);
  const mayCall: Shows = tool => options.mayCall(tool, grant);
  const own = { app, background, clock, realPath, slicer, files, shows, mayCall };
  const vault: VisibleVault = { ...indexes, ...own };
  const notes = new Notes(app, files, indexes.readBudget, slicer);
  const context = {
    ...vault,
    journal: indexes.journal,
    access,
    notes,
    runtime: options.runtime(),
    caseInsensitive,
    readOnly: rules.readOnly,
    promptsFolder: rules.promptsFolder,
    mayRunTemplater: rules.runTemplater,
    extracted: rules.searchAttachments ? indexes.extractedTexts : undefined,
    writeRefusal: () => options.writeRefusal(access),
  };
  const links = lazily(() => new Links(vault));
  addLazily(context, {
    outlines: () => new Outlines(notes, slicer, shows, () => taskRules(app)),
    links,
    aliases: () => new Aliases(vault),
    fields: () => new NoteFields({ ...vault, links: links(), notes }),
    hints: () => new Hints(vault),
    pager: () => new Pager(access, options.cursors),
  });
  return context;
}
