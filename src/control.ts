/**
 * The small surface on which the plugin and the headless host meet. The host imports it as types only: it
 * loads the built plugin as the app does and finds a `control` of this shape on the instance.
 */

/** How many tools a token lists: each includes those before it. */
export type ToolProfile = 'core' | 'standard' | 'all';

/** A token whose value the host knows, added to the tokens of the settings for this run. */
interface RunToken {
  readonly name: string;
  readonly value: string;
  readonly rights: 'read' | 'write' | 'full';
  /** How many tools it lists; the plugin's default unless given. */
  readonly profile?: ToolProfile;
  /** Where the value comes from, for errors: the name of a variable. */
  readonly source?: string;
}

/** What a host knows about its folder beyond the app's API. */
export interface HostServices {
  /** The vault path to which symbolic links lead a path; otherwise the same path. */
  realPath(path: string): string;
  /** What a community plugin that is switched on in the vault, but not loaded, keeps in its `data.json`; read now. */
  pluginSettings(id: string): unknown;
  /**
   * Brings the app up to date with the changes of other programs that the system has reported until now.
   * @returns false where the system may report changes late or not at all
   */
  noticeChanges(): Promise<boolean>;
  /** Paths of notes whose metadata is empty because the host could not read it yet; it tries again. */
  notScanned(): readonly string[];
  /** Changes a value of the app's local storage as one step, also between processes. @throws the disk's error */
  updateLocal(key: string, change: (stored: unknown) => unknown): void;
  /** Claims journals: this process's own name, none for the first process of a vault, and those that a crash left open. */
  claimDevices(): { readonly own?: string | undefined; readonly ended: readonly string[] };
}

/** Another process that serves several vaults at one address, and passes requests on to the host of each. */
export interface HostFront {
  /** The name of this host's vault there. */
  readonly vault: string;
  /** Where it listens. */
  readonly host: string;
  readonly port: number;
}

/** Asks the user of the host; undefined when there was no answer before the signal aborted. */
export type HostApprover = (question: string, signal: AbortSignal) => Promise<boolean | undefined>;

/** What the host lays over the stored settings for one run; nothing of it is saved. */
export interface Overlay {
  /** JSON of the shape of `data.json`; keys given here win over the stored ones. */
  readonly settings?: unknown;
  /** Where they come from, for errors: the name of a file. */
  readonly settingsName?: string;
  readonly tokens?: readonly RunToken[];
  /** Accepts what the stored settings bring along, once at the start; what comes later is not accepted. */
  readonly acceptsStored?: boolean;
  /** Rights of the token that is made when there is none. */
  readonly defaultRights?: 'read' | 'write' | 'full';
  /** The profile of the token that is made when there is none. */
  readonly defaultProfile?: ToolProfile;
  /** The settings cannot be saved: a new token is valid for this run only. */
  readonly keepsNothing?: boolean;
  readonly services?: HostServices;
  /** Requests come only through it: under its address, and with its tokens. */
  readonly front?: HostFront | undefined;
  /** Without it, calls that need approval are refused. */
  readonly approver?: HostApprover;
}

export interface ServerStatus {
  /** `waiting`: for a port that is in use, as it is for a moment when the app is loaded again. */
  readonly state: 'off' | 'starting' | 'waiting' | 'listening' | 'failed';
  /** `http://127.0.0.1:27150/mcp`, while listening. */
  readonly url?: string;
  /** Why the server is not listening, as text for the user. */
  readonly problem?: string;
  /** The port that another program has, where that is why. */
  readonly takenPort?: number;
  /** The first token whose value this device knows. */
  readonly token?: string;
  /** What that token may do, and how many tools it lists. */
  readonly granted?: Pick<RunToken, 'rights' | 'profile'>;
}

/** Text to paste into one client's configuration. */
export interface SetupText {
  readonly client: string;
  /** Where the text goes: a command line, or the name of a file. */
  readonly place: string;
  readonly language: 'sh' | 'json' | 'toml' | 'text';
  readonly text: string;
  /** Opens the client, which asks whether to add the server; some clients have no such links. */
  readonly link?: string;
}

/** A client elsewhere that wants to sign in, by what it says itself. */
export interface PairingRequest {
  /** Its name, without characters that cannot be seen. */
  readonly client: string;
  /** Where it is sent after the owner's answer. */
  readonly redirect: string;
  readonly address: string;
}

/** What the owner gives a client that signs in. */
export interface PairingConsent {
  readonly rights: 'read' | 'write' | 'full';
  /** Rules of the folders that it may see; everything when empty. */
  readonly folders: readonly string[];
  /** Whether each change is asked about, or only those that the settings name. */
  readonly changes: 'ask' | 'allow';
  /** When the connection ends, in ISO 8601. */
  readonly expires?: string;
}

export type PairingEnd =
  | { readonly kind: 'paired'; readonly name: string }
  | { readonly kind: 'refused' | 'closed' }
  /** Too many wrong codes, with the network address that the last one came from. */
  | { readonly kind: 'guessed'; readonly address: string };

/** Who opens the pairing and answers for the vault. */
export interface PairingOwner {
  /** The rights that the client will get, as far as known, for the page that it sees. */
  readonly rights: PairingConsent['rights'];
  /** Asks once, after somebody entered the code; undefined refuses. The signal aborts when the pairing ends. */
  ask(request: PairingRequest, signal: AbortSignal): Promise<PairingConsent | undefined>;
  /** Called once. */
  ended(how: PairingEnd): void;
}

/** The ten minutes in which one client may be paired. */
export interface OpenPairing {
  /** Eight letters. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  close(): void;
}

export interface LecternControl {
  /**
   * Call between construction and load, and wait for it.
   * @throws Error naming the key when the settings do not have the shape of the settings' schema.
   */
  applyOverlay(overlay: Overlay): Promise<void>;
  /** Resolves once the start has ended, either way; never rejects. */
  started(): Promise<ServerStatus>;
  status(): ServerStatus;
  /** With `YOUR_TOKEN` in place of the token's value. @throws Error before the start */
  setupTexts(): readonly SetupText[];
  /** The bytes of a Claude Desktop extension (`.mcpb`) for this address and the first known token. */
  desktopExtension(): Promise<Uint8Array>;
  /**
   * Lets one client elsewhere sign in; an earlier pairing ends.
   * @throws Error with a sentence for the user where there is no public address
   */
  openPairing(owner: PairingOwner): OpenPairing;
  /** Stops the server and resolves when its port is free. */
  stop(): Promise<void>;
}
