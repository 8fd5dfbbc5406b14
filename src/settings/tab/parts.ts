import type { App } from 'obsidian';
import type { Cancellable } from '../../platform';
import type { OpenPairing, PairingOwner, SetupText } from '../../control';
import type { ConnectionResult } from '../../server/http/connection-test';
import type { Live, ServerSwitch } from '../../ui/live-status';
import type { Grant } from '../../vault/access/access';
import type { PathAccess, GrantCoverage } from '../../vault/access/grant-preview';
import type { StoredToken } from '../schema';
import type { SettingsStore } from '../store/store';
import type { TokenUse } from '../tokens/token-use';

/** What a grant allows in this vault; see vault/access/grant-preview.ts. */
export interface GrantPreviewReader {
  count(grant: Grant, signal: AbortSignal): Promise<GrantCoverage>;
  idle(rules: readonly string[]): Promise<readonly string[]>;
  at(grant: Grant, path: string): PathAccess | Promise<PathAccess>;
}

/** How clients are set up with a token's value. */
export interface ClientSetups {
  setupTextsWith(value: string): readonly SetupText[];
  /** The archive that Claude Desktop installs. */
  desktopExtension(value: string): Promise<Uint8Array>;
  /** Lets a client elsewhere sign in. @throws Error with a sentence for the user */
  openPairing(owner: PairingOwner): OpenPairing;
}

/** What the tab shows and does besides changing settings. */
export interface SettingsTabOptions {
  readonly app: App;
  readonly store: SettingsStore;
  readonly live: Live;
  readonly server: ServerSwitch;
  readonly clients: ClientSetups;
  readonly grantPreview: GrantPreviewReader;
  /** Vault paths of all folders but the root. */
  readonly folders: () => readonly string[];
  readonly journal: {
    /** How many changes it holds, and when the oldest was made, in milliseconds since 1970. */
    usage(): { readonly changes: number; readonly oldest: number | undefined };
    clear(): Promise<void>;
  };
  /** The user's advance approvals that still apply. */
  readonly agreements: { readonly agreed: number; forget(): void };
  /** Makes a real call with a token's value. */
  readonly testConnection: (token: string) => Promise<ConnectionResult>;
  readonly lastUse: (token: StoredToken) => TokenUse | undefined;
  readonly openActivity: () => unknown;
  /** A tool's title in the app's language, by its name. */
  readonly titleOf: (tool: string) => string;
  readonly time: {
    readonly now: () => Date;
    /** Runs once, this many milliseconds from now. */
    readonly after: (milliseconds: number, run: () => void) => Cancellable;
  };
}

/** Changes the token of an open card, and keeps it. */
export type SaveToken = (change: (token: StoredToken) => StoredToken) => Promise<void>;

/** What sections share of the open tab. */
export interface TabState {
  readonly options: SettingsTabOptions;
  /** Redraws all rows in place, then focuses the control with this key. */
  readonly redraw: (focus?: string) => void;
  /** Redraws the first page, with its summaries of the other pages; does nothing on other pages. */
  readonly redrawFirstPage: () => void;
  /** Hashes of tokens whose cards are open. */
  readonly openCards: Set<string>;
  /** Whether the user wants to set the approval rules one by one. */
  wantsOwnRules: boolean;
}
