/** The active note is named as a path only where there is a window that has one. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { asInApp } from '../../browser/support/app-lectern';
import { RunningLectern, type Start, testToken } from '../../support/lectern';

const files = { 'A.md': 'a\n' };

async function said(start: Start): Promise<{ instructions: string; texts: string[] }> {
  const lectern = await RunningLectern.start(start);
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${testToken}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(lectern.url), { requestInit }));
  try {
    const answer = await client.callTool({ name: 'read_note', arguments: { path: '@atcive' } });
    const { tools } = await client.listTools();
    return {
      instructions: client.getInstructions() ?? '',
      texts: [JSON.stringify(answer), JSON.stringify(tools)],
    };
  } finally {
    await client.close();
    await lectern.close();
  }
}

test('the host names it nowhere', async () => {
  const { instructions, texts } = await said({ files });
  expect(instructions).toContain('you can use `@daily`, `@weekly`');
  for (const text of [instructions, ...texts]) expect(text).not.toContain('@active');
});

test('the app names it in the instructions and where a reference is misspelt', async () => {
  const { instructions, texts } = await said(asInApp(files, {}));
  expect(instructions).toContain('you can use `@active` (open in the app) and `@daily`');
  expect(texts[0]).toContain('you can use `@active`, `@daily`');
});
