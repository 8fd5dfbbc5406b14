/** One of the builds that are compared, and the calls of one row in it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InsideView } from '../measure/inside';
import { Offer } from '../measure/offer';
import { measureSettling } from '../measure/settling';
import type { Operation } from '../operations/operation';
import { McpClient } from '../product/mcp-client';
import { Product } from '../product/product';
import type { ServerProcess } from '../product/server-process';
import type { Truth } from '../vault/truth';

const maxSettling = 120_000;

export class Build {
  private constructor(
    readonly vault: string,
    readonly client: McpClient,
    private readonly product: Product,
    private readonly server: ServerProcess,
    private readonly offer: Offer,
  ) {}

  /** Resolves when its work in the background is done. */
  static async start(root: string, vault: string): Promise<Build> {
    const product = new Product({ folder: root, vault });
    const server = await product.start(product.freshState(), true);
    const client = new McpClient(server);
    const offer = await Offer.of(client);
    const { tool, args } = offer.emptyCall();
    const inside = new InsideView(server.child);
    await measureSettling(
      {
        call: async () => (await client.call(tool, args)).milliseconds,
        used: () => inside.used(),
        now: () => performance.now(),
        sleep,
      },
      maxSettling,
    );
    return new Build(vault, client, product, server, offer);
  }

  has(tool: string, args: Record<string, unknown>): boolean {
    return this.offer.has(tool, args);
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.server.stop();
    this.product.remove();
  }
}

/** The calls of one row in one build. */
export class Calls {
  private runs = 0;

  constructor(
    private readonly operation: Operation,
    private readonly build: Build,
    private readonly truth: Truth,
  ) {}

  async call(): Promise<number> {
    return (await this.build.client.call(this.operation.tool, this.args())).milliseconds;
  }

  /** What is wrong with the result of a call. */
  async problem(): Promise<string | undefined> {
    const occasion = { truth: this.truth, vault: this.build.vault, run: this.runs };
    const answer = await this.build.client.ask(this.operation.tool, this.args());
    return (
      answer.error ?? (this.operation.isPaged === true ? undefined : this.operation.wrong(answer, occasion))
    );
  }

  /** Leaves the vault as it was. */
  async finish(): Promise<void> {
    if (this.operation.isPaired === true && this.runs % 2 === 1) await this.call();
  }

  private args(): Record<string, unknown> {
    const args = this.operation.args({ truth: this.truth, vault: this.build.vault, run: this.runs });
    this.runs += 1;
    return args;
  }
}
