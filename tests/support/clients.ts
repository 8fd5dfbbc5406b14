import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator as ModernValidator } from '@modelcontextprotocol/client/validators/ajv';
import { z } from 'zod';
import { field } from './json';
import { ResultSchemas } from './http/result-schemas';

export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

export interface ToolListing {
  readonly name: string;
  readonly inputSchema: unknown;
}

export interface Answer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  /** Images and sounds, in base64. */
  readonly media: readonly { readonly data: string; readonly mimeType?: string | undefined }[];
  readonly isError: boolean;
}

/** The code of a failure, or `ok`. */
export function codeOf({ structured, isError }: Answer): unknown {
  return isError ? field(structured, 'error', 'code') : 'ok';
}

/** The hints of an answer in one text. */
export function hintsOf({ structured }: Answer): string {
  return [structured['hints']].flat().join(' ');
}

/** A real client of one protocol era, reduced to what tests ask. */
export interface TestClient {
  readonly era: '2025' | '2026';
  listTools(): Promise<ToolListing[]>;
  /** @param signal cancels the call */
  call(tool: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

const callResult = z.object({
  content: z.array(
    z.object({
      ...{ type: z.string(), text: z.string().optional() },
      ...{ data: z.string().optional(), mimeType: z.string().optional() },
    }),
  ),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  isError: z.boolean().default(false),
});

export function answerOf(result: unknown): Answer {
  const { content, structuredContent, isError } = callResult.parse(result);
  const text = content.map(({ text }) => text ?? '').join('\n');
  const media = content.flatMap(({ data, mimeType }) => (data === undefined ? [] : [{ data, mimeType }]));
  return { structured: structuredContent, text, media, isError };
}

export const info = { name: 'lectern-tests', version: '1.0.0' };
const modernSchemas = new ResultSchemas(new ModernValidator());

/** The 2.x SDK's client, which finds out that it may speak 2026-07-28. */
export async function modernClient({ url, token }: Endpoint): Promise<TestClient> {
  const client = new ModernClient(info, {
    versionNegotiation: { mode: 'auto' },
    jsonSchemaValidator: modernSchemas,
  });
  await client.connect(
    new ModernTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  );
  if (client.getNegotiatedProtocolVersion() !== '2026-07-28')
    throw new Error('The client fell back to an older era.');
  return {
    era: '2026',
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) =>
      answerOf(await client.callTool({ name, arguments: args }, signal === undefined ? {} : { signal })),
    close: () => client.close(),
  };
}

/** The 1.x SDK is loaded only by tests that use it. */
const clientOf2025 = async (endpoint: Endpoint): Promise<TestClient> =>
  (await import('./legacy-client')).legacyClient(endpoint);

export const clients = { '2025': clientOf2025, '2026': modernClient } as const;
