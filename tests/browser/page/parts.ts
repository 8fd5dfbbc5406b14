/** The parts that the settings tab and the status bar are given, each asked of the running plugin. */
import type { App } from 'obsidian';
import { z } from 'zod';
import type { Overlay, PairingRequest, SetupText } from '../../../src/control';
import type { SettingsTabOptions } from '../../../src/settings/tab/parts';
import { SettingsStore } from '../../../src/settings/store/store';
import { ToolFailure } from '../../../src/errors';
import type { Live, LiveState } from '../../../src/ui/live-status';
import { notify } from '../../../src/ui/notices';
import { titleOf } from './activity-parts';
import { after } from './platform';
import { ask, askNow, listen } from './remote';

export class RemoteParts {
  private constructor(
    readonly live: Live,
    readonly tab: SettingsTabOptions,
  ) {}

  static async connect(app: App): Promise<RemoteParts> {
    const store = await remoteStore();
    const live = await RemoteLive.connect();
    const act = (name: string) => async (): Promise<void> => {
      await ask(name);
    };
    const tab: SettingsTabOptions = {
      ...{ app, store, live },
      server: { start: act('start'), stop: act('stop'), restart: act('restart'), usePort: act('restart') },
      grantPreview: {
        count: async (grant, signal) => {
          const count = reachCount.parse(await soundly(ask('reach.count', grant)));
          signal.throwIfAborted();
          return count;
        },
        idle: async rules => z.array(z.string()).parse(await soundly(ask('reach.idle', rules))),
        at: async (grant, path) => pathReach.parse(await soundly(ask('reach.at', grant, path))),
      },
      folders: () => z.array(z.string()).parse(askNow('folders')),
      journal: {
        usage: () => journalUsage.parse(askNow('journal.usage')),
        clear: act('journal.clear'),
      },
      clients: {
        setupTextsWith: value => setupTexts.parse(askNow('setupTexts', value)),
        desktopExtension: async value =>
          Uint8Array.from(z.array(z.number()).parse(await ask('desktopExtension', value))),
        openPairing: owner => {
          // The page has no server of its own: a test asks in its place.
          Object.assign(window, {
            askToPair: (wish: PairingRequest) => void owner.ask(wish, new AbortController().signal),
          });
          return { code: 'ABCDEFGH', expires: 0, close: () => undefined };
        },
      },
      agreements: {
        get agreed() {
          return z.number().parse(askNow('agreements.agreed'));
        },
        forget: () => void askNow('agreements.forget'),
      },
      openActivity: act('openActivity'),
      titleOf,
      testConnection: async token => connectionResult.parse(await ask('testConnection', token)),
      lastUse: token => tokenUse.optional().parse(askNow('lastUse', token)),
      time: { now: () => new Date(), after },
    };
    return new RemoteParts(live, tab);
  }
}

/** A store of the page's own over the plugin's: what one saves, the other reads. */
async function remoteStore(): Promise<SettingsStore> {
  // In the app they lie in the window's own storage.
  const secrets = new Map<string, string | null>();
  const secretOf = (id: string): string | null => {
    const known = secrets.get(id) ?? z.string().nullable().parse(askNow('secret.get', id));
    secrets.set(id, known);
    return known;
  };
  const local = new RemoteStorage();
  const store = new SettingsStore(
    {
      load: async () => ({ kind: 'found', data: await ask('settings.load') }),
      save: async settings => {
        await ask('settings.save', settings);
        return true;
      },
      getSecret: secretOf,
      setSecret: (id, value) => {
        secrets.set(id, value);
        askNow('secret.set', id, value);
      },
      keepAside: () => Promise.resolve(undefined),
      getLocal: key => local.get(key),
      setLocal: (key, value) => local.set(key, value),
    },
    notify,
  );
  store.applyOverlay(overlay.parse(await ask('overlay')));
  await store.load();
  return store;
}

/** Local storage. While a window is closed, the browser lets nobody wait for the process: then by what is known. */
class RemoteStorage {
  private readonly known = new Map<string, unknown>();

  get(key: string): unknown {
    try {
      this.known.set(key, askNow('local.get', key));
    } catch {
      // What was known before holds.
    }
    return this.known.get(key);
  }

  set(key: string, value: unknown): void {
    this.known.set(key, value);
    void ask('local.set', key, value);
  }
}

class RemoteLive implements Live {
  private readonly listeners = new Set<() => void>();

  private constructor(private current: LiveState) {
    listen('live', value => {
      this.current = liveState.parse(value);
      for (const listener of this.listeners) listener();
    });
  }

  static async connect(): Promise<RemoteLive> {
    return new RemoteLive(liveState.parse(await ask('live.state')));
  }

  get state(): LiveState {
    return this.current;
  }

  setPaused(isPaused: boolean): void {
    void ask('live.setPaused', isPaused);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** What the process could not answer was a failure of the plugin's. */
export async function soundly(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    throw new ToolFailure('invalid_query', error instanceof Error ? error.message : '');
  }
}

const reachCount = z.object({ notes: z.number(), readable: z.number(), writable: z.number() });
const pathReach = z.enum([
  ...['hidden', 'read', 'write', 'part', 'ambiguous'],
  ...['absent', 'newHidden', 'newRead', 'newWrite'],
] as const);
const journalUsage = z
  .object({ changes: z.number(), oldest: z.number().optional() })
  .transform(({ changes, oldest }) => ({ changes, oldest }));
const setupTexts = z.array(z.custom<SetupText>(value => typeof value === 'object'));
const connectionResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), tools: z.number() }),
  z.object({ kind: z.literal('refused'), status: z.number() }),
  z.object({ kind: z.literal('unreachable') }),
]);
const tokenUse = z
  .object({ time: z.number(), client: z.string().optional() })
  .transform(({ time, client }) => ({ time, client }));
const overlay = z.custom<Overlay>(value => typeof value === 'object');
const liveState = z.custom<LiveState>(value => typeof value === 'object');
