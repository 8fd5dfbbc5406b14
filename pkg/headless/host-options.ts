import type { Schedule } from './obsidian/metadata/reading/unread-notes';
import type { PackedListing } from './obsidian/vault/listing/packed-listing';

export interface HostOptions {
  /** Outside the vault; by default below `XDG_STATE_HOME` or `~/.local/state`. */
  readonly stateFolder?: string;
  /** Listen for outside changes once the app is ready. True by default. */
  readonly watch?: boolean;
  /** Where plugins and notices write; the standard error stream by default. */
  readonly log?: Console;
  /** Keep notices out of the log; `Host.notices` still has them. */
  readonly quiet?: boolean;
  /** From a change of a note to the reading of its metadata, milliseconds; 25 by default. */
  readonly metadataDelay?: number;
  /** The built `scan-worker.mjs`; run in a process of its own; without it large notes are scanned in this one. */
  readonly scanWorker?: string;
  /** The built `pdf-worker.mjs`; without it PDFs are not read. */
  readonly pdfWorker?: string;
  /** Community plugins of the vault to load before the app is ready. */
  readonly communityPlugins?: readonly string[];
  /** Answer `cachedRead` with the earlier text until a change is noticed, as the app does; false by default. */
  readonly holdsTexts?: boolean;
  /** A file beside the packages that the app provides to plugins: CodeMirror's, and jsdom. */
  readonly packagesBeside?: string;
  /**
   * A listing of the folder that another thread is making. The vault is then empty until a plugin is loaded or the app
   * becomes ready; where the thread fails, the folder is listed here.
   */
  readonly listing?: Promise<PackedListing | undefined>;
  /** Makes such a listing again, to be compared with the index once all folders are watched. */
  readonly listInThread?: () => Promise<PackedListing | undefined>;
  /** When notes that could not be scanned are tried again; by timers unless given. */
  readonly schedule?: Schedule;
}
