import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Opening } from '../../src/server/mcp/protocol';
import type { ListKind } from '../../src/server/sessions/watch';
import { image, pause, said, text, wav } from './samples';

/** The tools that the suite calls, by the names and with the answers that it expects. */
export function registerTools(
  mcp: McpServer,
  era: Opening['era'],
  listChanged: (kind: ListKind) => void,
): void {
  registerContent(mcp);
  registerTelling(mcp, era);
  registerTriggers(mcp, listChanged);
  mcp.registerTool('json_schema_2020_12_tool', { description: 'Fixture', inputSchema: wideSchema }, () =>
    said('Accepted.'),
  );
  const region = z.string().optional().meta({ 'x-mcp-header': 'Region' });
  mcp.registerTool(
    'test_header_parameter',
    { description: 'Fixture', inputSchema: z.object({ region }) },
    () => said('Accepted.'),
  );
}

function registerContent(mcp: McpServer): void {
  mcp.registerTool('test_simple_text', { description: 'Fixture' }, () =>
    said('This is a simple text response for testing.'),
  );
  mcp.registerTool('test_image_content', { description: 'Fixture' }, () => ({ content: [image] }));
  mcp.registerTool('test_audio_content', { description: 'Fixture' }, () => ({
    content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  }));
  mcp.registerTool('test_embedded_resource', { description: 'Fixture' }, () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }));
  mcp.registerTool('test_multiple_content_types', { description: 'Fixture' }, () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }));
  mcp.registerTool('test_error_handling', { description: 'Fixture' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function embedded(
  uri: string,
  mimeType: string,
  words: string,
): { type: 'resource'; resource: { uri: string; mimeType: string; text: string } } {
  return { type: 'resource', resource: { uri, mimeType, text: words } };
}

/** Tools that tell of something while they work; of logs, only to clients that know no level for each request. */
function registerTelling(mcp: McpServer, era: Opening['era']): void {
  mcp.registerTool('test_tool_with_progress', { description: 'Fixture' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      await pause();
    }
    return said('Done.');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    mcp.registerTool(name, { description: 'Fixture' }, async ({ mcpReq }) => {
      for (const words of ['started', 'processing data', 'completed']) {
        if (era === 'legacy') {
          const params = { level: 'info', data: `Tool execution ${words}` };
          await mcpReq.notify({ method: 'notifications/message', params });
        }
        await pause();
      }
      return said('Done.');
    });
  }
}

function registerTriggers(mcp: McpServer, listChanged: (kind: ListKind) => void): void {
  for (const kind of ['tool', 'prompt'] as const) {
    mcp.registerTool(`test_trigger_${kind}_change`, { description: 'Fixture' }, () => {
      listChanged(`${kind}s`);
      return said('Told.');
    });
  }
}

const wideSchema = fromJsonSchema({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
});
