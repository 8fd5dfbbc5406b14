/** Reads the tools and arguments of the server under test; the benchmark skips operations that it does not have. */
import { z } from 'zod';
import { type McpClient, resultOf } from '../product/mcp-client';

const listed = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({ properties: z.record(z.string(), z.unknown()).default({}) }),
    }),
  ),
});

export class Offer {
  private constructor(private readonly argumentsOf: ReadonlyMap<string, ReadonlySet<string>>) {}

  static async of(client: McpClient): Promise<Offer> {
    const { tools } = listed.parse(resultOf(await client.post('tools/list')));
    return new Offer(
      new Map(tools.map(({ name, inputSchema }) => [name, new Set(Object.keys(inputSchema.properties))])),
    );
  }

  has(tool: string, args: Record<string, unknown> = {}): boolean {
    const known = this.argumentsOf.get(tool);
    return known !== undefined && Object.keys(args).every(name => known.has(name));
  }

  /** A call with almost no work, to measure the cost of a call itself. */
  emptyCall(): EmptyCall {
    if (this.has('stat', { paths: [] }))
      return { name: 'stat of no paths', tool: 'stat', args: { paths: [] } };
    return {
      name: 'list of one item of a small folder, for want of `stat`',
      tool: 'list',
      args: { path: 'Islands', limit: 1 },
    };
  }
}

export interface EmptyCall {
  readonly name: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}
