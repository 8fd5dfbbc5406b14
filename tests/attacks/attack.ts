import { type Endpoint, McpClient } from '../../pkg/bench/product/mcp-client';

/** One hostile use of the product: some calls of one client, made at once. */
export interface Attack {
  readonly name: string;
  /** Milliseconds of its own block at the most, where it is not the limit of all: of what parses a note of 2 MB. */
  readonly own?: number;
  /**
   * @param host for attacks that open connections of their own
   * @returns what came of it, in a word or two, for the table
   */
  readonly run: (client: McpClient, host: Endpoint) => Promise<string>;
}

/** An attack of one tool call. */
export function callOf(name: string, tool: string, args: Record<string, unknown>): Attack {
  return {
    name,
    run: async client => {
      const { error, text } = await client.ask(tool, args);
      return error ?? `${text.length} characters`;
    },
  };
}

/** The same call so many times at once. */
export function callsOf(name: string, tool: string, args: Record<string, unknown>, times: number): Attack {
  return {
    name,
    run: async (_client, host) => {
      const clients = Array.from({ length: times }, () => new McpClient(host));
      const answers = await Promise.all(clients.map(client => client.ask(tool, args)));
      for (const client of clients) client.close();
      const failed = answers.filter(({ error }) => error !== undefined);
      return `${times} calls, ${failed.length} refused${failed[0] === undefined ? '' : ` (${failed[0].error})`}`;
    },
  };
}
