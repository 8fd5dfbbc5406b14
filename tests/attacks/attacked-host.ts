/** The built host over a vault, with a token for the attacker and one for the other client. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type InsideReport, InsideView } from '../../pkg/bench/measure/inside';
import { type Endpoint, McpClient } from '../../pkg/bench/product/mcp-client';
import { ServerProcess } from '../../pkg/bench/product/server-process';

const otherToken = 'lct_other-client-of-this-run-only';
/** How long the host may take to read the vault, milliseconds. */
const timeout = 600_000;
/** Milliseconds between two turns of a loop that is quiet. */
const quietBlock = 15;

export interface HostPlace {
  /** Of the built host. */
  readonly command: string;
  /** A temporary folder for the host's state and settings. */
  readonly home: string;
  readonly vault: string;
}

export class AttackedHost {
  private constructor(private readonly server: ServerProcess) {}

  /** Resolves when the host has read the vault and its loop is quiet. */
  static async start({ command, home, vault }: HostPlace): Promise<AttackedHost> {
    const settings = join(home, 'settings.json');
    const tokens = [{ name: 'other', rights: 'read', value: otherToken }];
    writeFileSync(settings, JSON.stringify({ tokens }));
    const server = await ServerProcess.start({
      words: [
        ...['--import', fileURLToPath(new URL('loop-delay.mjs', import.meta.url))],
        ...[command, vault, '--json', '--port', '0', '--rights', 'full', '--settings', settings],
      ],
      environment: {
        XDG_STATE_HOME: join(home, 'state'),
        LECTERN_TOKEN: 'lct_attacks-token-of-this-run-only',
      },
      hasChannel: true,
    });
    const host = new AttackedHost(server);
    await host.opened();
    return host;
  }

  /** Where the attacker connects. */
  get attacker(): Endpoint {
    return this.server;
  }

  /** Where the other client connects. */
  get other(): Endpoint {
    return { url: this.server.url, token: otherToken };
  }

  /** The longest block of the host's loop and its memory while work is done. */
  during(work: () => Promise<unknown>): Promise<InsideReport> {
    return new InsideView(this.server.child).during(work);
  }

  memory(): Promise<InsideReport> {
    return new InsideView(this.server.child).report();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private async opened(): Promise<void> {
    const client = new McpClient(this.server);
    const until = performance.now() + timeout;
    for (;;) {
      const { error } = await client.ask('list_tags', { limit: 1 });
      if (error === undefined) break;
      if (performance.now() > until) throw new Error(`The vault was not open in time (${error}).`);
      await sleep(500);
    }
    // A search has the texts read, which an ordinary client would have done too.
    await client.ask('search', { query: 'no such words anywhere' });
    for (;;) {
      const { longestBlock, longestWork } = await this.during(() => sleep(1000));
      // The work alone where the system tells it: other programs on the machine do not end.
      if ((longestWork || longestBlock) < quietBlock || performance.now() > until) break;
    }
    client.close();
  }
}
