import { createHash } from 'node:crypto';
/** Tools over a vault without a server: the test gives them their slices, and counts the pauses. */
import { ToolFailure } from '../../../src/errors';
import { settingsSchema } from '../../../src/settings/schema';
import { tools } from '../../../src/tools';
import { Cursors } from '../../../src/utils/page';
import { immediateWait, noProgress } from '../../../src/utils/call-hooks';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { createServices } from '../../../src/vault/services';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';

export interface SlicedCall {
  /** The result, or the failure, as JSON. */
  readonly said: string;
  /** Each look at the clock ends a slice. */
  readonly pauses: number;
}

export interface SlicedTools {
  readonly vault: TemporaryVault;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<SlicedCall>;
  /** How often a file was looked at to see where it really is. */
  readonly looksAt: (path: string) => number;
  readonly close: () => Promise<void>;
}

export async function slicedTools(files: Readonly<Record<string, string>>): Promise<SlicedTools> {
  const vault = await temporaryVault(files);
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
  const looks = new Map<string, number>();
  let [time, pauses] = [0, 0];
  const slicer = createTimeSlicer({
    now: () => (time += 1),
    yieldToLoop: () => {
      pauses += 1;
      return nextTurn();
    },
    othersWaiting: () => true,
  });
  const settings = settingsSchema.parse({});
  const { servicesFor, end } = createServices({
    app: vault.host.app,
    listen: () => undefined,
    rules: () => settings,
    shows: () => true,
    mayCall: () => true,
    writeRefusal: () => undefined,
    runtime: () => ({ version: '0', runtime: 'headless' }),
    realPath: path => {
      looks.set(path, (looks.get(path) ?? 0) + 1);
      return path;
    },
    pluginSettings: () => undefined,
    notScanned: () => [],
    ...{ noticeChanges: () => Promise.resolve(true), keptFacts: () => undefined },
    cursors: new Cursors(text => createHash('sha256').update(text).digest('base64url')),
    ...{ slicer, background: createTimeSlicer({ now: () => 0, yieldToLoop: nextTurn, othersWaiting: no }) },
    clock: { now: () => new Date(0) },
    textMemory: () => 0,
    devices: () => ({ ended: [] }),
    ...{ meaningFolder: 'state/meaning', journalFolder: 'state/journal', uploadFolder: 'state/uploads' },
    journalLimits: () => ({ age: Infinity, bytes: Infinity }),
    ids: { now: () => 0, random: () => '0' },
    report: () => undefined,
  });
  const call: SlicedTools['call'] = async (name, args) => {
    const before = pauses;
    const tool = tools.find(one => one.name === name);
    const result = await tool
      ?.run(args, {
        services: servicesFor(ownerGrant),
        tool: name,
        client: undefined,
        protocolVersion: '2026-07-28',
        signal: new AbortController().signal,
        progress: noProgress,
        waitForUser: immediateWait,
        openUpload: () => ({ uploadUrl: '', expires: '' }),
        pause: nextTurn,
        shows: () => true,
        unlisted: () => [],
      })
      .catch((error: unknown) => {
        if (error instanceof ToolFailure) return { message: error.message, ...error.details };
        throw error;
      });
    return { said: JSON.stringify(result), pauses: pauses - before };
  };
  const close = (): Promise<void> => {
    end();
    return vault.close();
  };
  return { vault, call, looksAt: path => looks.get(path) ?? 0, close };
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const no = (): boolean => false;
