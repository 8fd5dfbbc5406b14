/**
 * The product's own gate, HTTP server, adapter, sessions and streams, with the fixtures that the protocol's official
 * suite expects in the place of the vault. Built and run by `npm run conformance`; no part of the plugin.
 */
import { McpServer } from '@modelcontextprotocol/server';
import { after, now, randomText, sha256, yieldToLoop } from '../../src/platform';
import { listen } from '../../src/server/http/http-server';
import { createProtocol, type Opening } from '../../src/server/mcp/protocol';
import { ChangeHub } from '../../src/server/sessions/change-hub';
import type { WatchServices } from '../../src/server/sessions/watch';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import type { Grant } from '../../src/vault/access/access';
import { registerAsking } from './asking';
import { registerPrompts } from './prompts';
import { registerResources } from './resources';
import { registerRounds, stateCodec } from './rounds';
import { registerTools } from './tools';

const token = `lct_${randomText(32)}`;
const grant: Grant = {
  token: 'suite',
  rights: 'full',
  allow: [],
  allowWrite: [],
  deny: [],
  disabledTools: [],
};
const entries = [{ valueHash: sha256(token), expires: undefined, grant }];
const reportBug = (where: string, error: unknown): void => console.error(where, error);

function createServer({ era, watch }: Opening): McpServer {
  const told = { listChanged: true };
  const mcp = new McpServer(
    { name: 'lectern-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: told,
        prompts: told,
        resources: { ...told, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: (state, context) => stateCodec.verify(state, context) },
    },
  );
  registerTools(mcp, era, kind => protocol.listChanged(kind));
  registerAsking(mcp);
  if (era === 'modern') registerRounds(mcp);
  registerPrompts(mcp);
  registerResources(mcp, watch !== undefined);
  return mcp;
}

const protocol = createProtocol({
  createServer,
  servicesFor: withoutVault,
  entries: () => entries,
  clock: Date.now,
  hub: new ChangeHub({
    after,
    changes: () => () => undefined,
    slicer: createTimeSlicer({ now, yieldToLoop, othersWaiting: () => false }),
    reportBug,
  }),
  reportBug,
});

/** The fixtures are in no vault, so no client is ever told of a change to one. */
function withoutVault(): WatchServices {
  return {
    resources: { pathOf: () => undefined, sees: () => false, mayHaveSeen: () => false },
    vaultOverview: { isGuide: () => false },
    promptNotes: { holds: () => false },
  };
}

async function start(): Promise<void> {
  const { port } = await listen({
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    entries: () => entries,
    clock: Date.now,
    fetchFor: protocol.fetchFor,
    reportBug,
  });
  console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${port}/mcp`, token }));
}

void start();
