import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { answerOf, info, type Endpoint, type TestClient } from './clients';
import { ResultSchemas } from './http/result-schemas';

const schemas = new ResultSchemas(new AjvJsonSchemaValidator());

/** The 1.x SDK's client: 2025-11-25 and older. */
export async function legacyClient({ url, token }: Endpoint): Promise<TestClient> {
  const client = new Client(info, { jsonSchemaValidator: schemas });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  return {
    era: '2025',
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) =>
      answerOf(
        await client.callTool({ name, arguments: args }, undefined, signal === undefined ? {} : { signal }),
      ),
    close: () => client.close(),
  };
}
