import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { image, text } from './samples';

/** The prompts that the suite asks for. */
export function registerPrompts(mcp: McpServer): void {
  const user = 'user' as const;
  mcp.registerPrompt('test_simple_prompt', { description: 'Fixture' }, () => ({
    messages: [{ role: user, content: text('This is a simple prompt for testing.') }],
  }));
  const cities = (value: string): string[] =>
    ['paris', 'park', 'party'].filter(city => city.startsWith(value));
  const argsSchema = z.object({
    arg1: completable(z.string().describe('First test argument'), cities),
    arg2: z.string().describe('Second test argument'),
  });
  mcp.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Fixture', argsSchema },
    ({ arg1, arg2 }) => ({
      messages: [{ role: user, content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) }],
    }),
  );
  mcp.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: user, content: { type: 'resource', resource } },
          { role: user, content: text('Please process the embedded resource above.') },
        ],
      };
    },
  );
  mcp.registerPrompt('test_prompt_with_image', { description: 'Fixture' }, () => ({
    messages: [
      { role: user, content: image },
      { role: user, content: text('Please analyze the image above.') },
    ],
  }));
}
