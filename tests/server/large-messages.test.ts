import { z } from 'zod';
import { defineTool, READS, type Tool, type ToolResult } from '../../src/tools/tool';
import { clients } from '../support/clients';
import { type RunningServer, WaitingServer, waitingTokens } from '../support/process/waiting-server';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

describe('results', () => {
  const image = Buffer.from('an image '.repeat(100_000)).toString('base64');
  const text = 'A line with "quotes", é and 😀.\n'.repeat(30_000);

  const answers: Readonly<Record<string, ToolResult>> = {
    texts: { value: { content: text, path: 'a.md' }, text },
    image: {
      value: { path: 'a.png' },
      text: 'a.png',
      attachment: { type: 'image', data: image, mimeType: 'image/png' },
    },
  };

  function answering([name, answer]: [string, ToolResult]): Tool {
    const tool = defineTool({
      name,
      title: name,
      summary: 'A tool of a test.',
      family: 'browse',
      risk: READS,
      description: 'Answers something large.',
      input: z.strictObject({}),
      output: z.object({}),
      failures: [],
      run: () => ({}),
      text: () => '',
    });
    return { ...tool, run: () => Promise.resolve(answer) };
  }

  const callsAtOnce = 8;
  /** How many of them went on in one turn of the event loop, at the most. */
  let mostInTurn = 0;

  /** Its calls wait for each other, and pause at the same time, as results that are ready at once do. */
  function together(): Tool {
    let [begun, inTurn] = [0, 0];
    let release: () => void = () => undefined;
    const all = new Promise<void>(resolve => (release = resolve));
    const run: Tool['run'] = async (_raw, { pause }) => {
      begun += 1;
      if (begun === callsAtOnce) release();
      await all;
      await pause();
      inTurn += 1;
      mostInTurn = Math.max(mostInTurn, inTurn);
      setImmediate(() => (inTurn = 0));
      return { value: {}, text: 'done' };
    };
    return { ...answering(['together', { value: {}, text: '' }]), run };
  }

  let running: RunningServer;
  beforeAll(async () => {
    running = await WaitingServer.start({ tools: [...Object.entries(answers).map(answering), together()] });
  });
  afterAll(() => running.close());

  describe.each(['2025', '2026'] as const)('a large result for a client of %s', era => {
    const call = async (
      tool: string,
    ): ReturnType<Awaited<ReturnType<(typeof clients)[typeof era]>>['call']> => {
      const url = `http://127.0.0.1:${running.port}/mcp`;
      const client = await clients[era]({ url, token: waitingTokens[0] });
      try {
        return await client.call(tool);
      } finally {
        await client.close();
      }
    };

    test('arrives whole, in structure and in text', async () => {
      const result = await call('texts');
      expect(result.structured).toEqual({ content: text, path: 'a.md' });
      expect(result.text).toBe(text);
      expect(running.server.bugs).toEqual([]);
    });

    test('arrives with its image', async () => {
      const { media } = await call('image');
      expect(media).toEqual([{ data: image, mimeType: 'image/png' }]);
    });
  });

  test('results that are ready at once go on in turns of the event loop of their own', async () => {
    const url = `http://127.0.0.1:${running.port}/mcp`;
    const client = await clients['2026']({ url, token: waitingTokens[0] });
    try {
      await Promise.all(Array.from({ length: callsAtOnce }, () => client.call('together')));
    } finally {
      await client.close();
    }
    // The count is reset behind the next one.
    expect(mostInTurn).toBeLessThanOrEqual(2);
  });
});

describe('arguments', () => {
  let lectern: RunningLectern;
  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: { 'Note.md': 'one\n' } });
  });
  afterAll(() => lectern.close());

  describe.each(['2025', '2026'] as const)('large arguments of a client of %s', era => {
    test('arrive whole', async () => {
      const client = await lectern.connect(era);
      const content = 'A line.\n'.repeat(20_000);
      const { isError } = await client.call('create_note', { path: `Long ${era}`, content });
      expect(isError).toBe(false);
      const file = lectern.host.app.vault.getFileByPath(`Long ${era}.md`);
      expect(file && (await lectern.host.app.vault.read(file))).toBe(content);
    });

    test('are checked by the tool', async () => {
      const client = await lectern.connect(era);
      const set = Object.fromEntries(
        Array.from({ length: 10_001 }, (_item, index) => [`key${index}`, index]),
      );
      const { structured } = await client.call('update_frontmatter', { path: 'Note', set });
      expect(field(structured, 'error', 'message')).toBe('`set` has more than 10000 entries.');
    });

    test('are not read from a field with the name of their placeholder', async () => {
      const client = await lectern.connect(era);
      const { structured } = await client.call('create_note', {
        sealed: { value: { path: 'a', content: 'b' } },
      });
      expect(field(structured, 'error', 'code')).toBe('invalid_argument');
    });
  });
});
