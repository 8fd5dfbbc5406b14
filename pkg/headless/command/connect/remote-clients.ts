/** The steps for clients that run elsewhere, for which nothing on this computer changes. */
import { dirname } from 'node:path';
import { publicAddress } from '../../../../src/utils/urls';
import { Confinement } from '../../obsidian/disk/confinement';
import { isRecord } from '../../obsidian/core/unknowns';
import { readJson } from '../../obsidian/vault/vault-config';
import { readManifest } from '../../plugins/manifest';
import { type DeviceContext, Misuse } from '../command-context';
import { defaultPort } from '../option-values';
import { commandLine } from '../own-command';
import { servedFolder } from '../served-folder';
import { placeholder } from './server-target';

export const remoteClients = ['claude-web', 'chatgpt'] as const;
export type RemoteClient = (typeof remoteClients)[number];

export interface RemoteWords {
  readonly vault: string | undefined;
  readonly url?: string | undefined;
  readonly port?: number | undefined;
}

/** @throws Misuse */
export function remoteSteps(client: RemoteClient, words: RemoteWords, context: DeviceContext): string {
  const root = words.vault === undefined ? undefined : servedFolder(words.vault);
  const address = words.url ?? (root === undefined ? undefined : publicUrlOf(root, context));
  const endpoint = address === undefined ? undefined : publicAddress(address)?.audience;
  if (address !== undefined && endpoint === undefined)
    throw new Misuse(
      `The public address must be a plain https address such as https://notes.example.org/vault, not "${address}".`,
    );
  const pair = commandLine(context, ['pair', root ?? 'VAULT']);
  const steps = signInSteps(client, endpoint, pair);
  return client === 'chatgpt' ? `${steps}\n\n${tunnelSteps(words.port ?? defaultPort)}` : steps;
}

function signInSteps(client: RemoteClient, endpoint: string | undefined, pair: string): string {
  const place =
    client === 'chatgpt'
      ? 'ChatGPT on the web: Settings → Connectors → Create, with OAuth'
      : 'claude.ai on the web: Settings → Connectors → Add custom connector';
  return [
    endpoint === undefined
      ? '1. Give Lectern a public address: set "publicUrl" in its settings, and point a tunnel or proxy at it.\n   docs/remote.md shows how.'
      : '1. Set up a tunnel or proxy from the public address to Lectern, with the name in Host.',
    `2. Open the pairing:  ${pair}`,
    '   In Obsidian: Settings → Lectern MCP → Connections → Claude or ChatGPT on the web and phone.',
    `3. ${place}:\n\n     ${endpoint ?? 'https://YOUR-ADDRESS/mcp'}\n`,
    '4. Enter the code on the page that opens, and allow the client in Lectern.',
    ...(client === 'claude-web' ? ['   The connector then works on the phone too.'] : []),
  ].join('\n');
}

/** OpenAI's own tunnel needs no public address; it sends a header, so it uses a token of this computer. */
function tunnelSteps(port: number): string {
  return [
    "Without a public address, with OpenAI's tunnel-client (we have not tried it), which only makes outgoing connections:",
    '',
    `  export LECTERN_AUTHORIZATION='Bearer ${placeholder}'`,
    '  export CONTROL_PLANE_API_KEY=YOUR_OPENAI_KEY',
    `  tunnel-client run --control-plane.tunnel-id YOUR_TUNNEL_ID --mcp.server-url http://127.0.0.1:${port}/mcp --mcp.extra-headers 'Authorization: env:LECTERN_AUTHORIZATION'`,
    '',
    `Use a token of its own in place of ${placeholder}, with the rights and folders that ChatGPT may have.`,
  ].join('\n');
}

/** The public address in the vault's own settings; undefined if there is none. */
export function publicUrlOf(root: string, { mainFile }: DeviceContext): string | undefined {
  const { id } = readManifest(dirname(mainFile));
  const settings = readJson(new Confinement(root), `.obsidian/plugins/${id}/data.json`);
  const url = isRecord(settings) ? settings['publicUrl'] : undefined;
  return typeof url === 'string' && url !== '' ? url : undefined;
}
