import { connect } from 'node:net';
import { z } from 'zod';
import { defineTool, READS, type Tool, type ToolResult } from '../../src/tools/tool';
import { clients } from '../support/clients';
import { type RunningServer, WaitingServer, waitingTokens } from '../support/process/waiting-server';
import { field } from '../support/json';
import { RunningLectern, testToken } from '../support/lectern';
import { call, GateRequests } from '../support/http/gate-requests';
import { requestText, sendRaw } from '../support/http/raw-http';

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

describe('a body', () => {
  let lectern: RunningLectern;
  let requests: GateRequests;

  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: { 'a.md': 'x' } });
    requests = new GateRequests(lectern.port);
  });
  afterAll(() => lectern.close());

  describe('the body', () => {
    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      null,
      'text/plain; x=application/json',
      'application/json; charset=utf-16le',
    ])('of type %s is refused unread', async type => {
      await requests.expectRefusal({ headers: { 'Content-Type': type } }, 415);
    });

    test.each(['application/json; charset=utf-8', 'Application/JSON; charset="UTF-8"'])(
      'of type %s is read',
      async type => {
        expect((await requests.send({ headers: { 'Content-Type': type } })).status).toBe(200);
      },
    );

    test.each(['gzip', 'br', 'deflate, gzip'])('may not be encoded: %s', async encoding => {
      await requests.expectRefusal({ headers: { 'Content-Encoding': encoding } }, 415);
    });

    test('over 10 MB is refused by its length before any of it is sent', async () => {
      await requests.expectRefusal(
        { headers: { 'Content-Length': String(11 * 1024 * 1024) }, body: '' },
        413,
      );
    });

    test('over 10 MB in chunks is refused as soon as it exceeds the limit', async () => {
      const chunk = 'x'.repeat(1024 * 1024);
      const body = `${`100000\r\n${chunk}\r\n`.repeat(11)}0\r\n\r\n`;
      await requests.expectRefusal(
        { headers: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }, body },
        413,
      );
    });

    test('of several megabytes is served', async () => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list', arguments: { path: 'x'.repeat(5_000_000) } },
      });
      const answer = await requests.send({ body });
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('invalid_path');
    });

    test.each(['{', '', 'null', 'true', '"s"', '[]', '[1,2]', '{"jsonrpc":"2.0"}'])(
      'that is no request is refused: %j',
      async body => {
        const answer = await requests.send({ body });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers['content-type']).toBe('application/json');
      },
    );

    test.each(['Content-Length: 5\r\nTransfer-Encoding: chunked', 'X: a\u0000b', 'Host : x', 'Bad Header'])(
      'and headers for request smuggling are refused: %j',
      async line => {
        const text = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${lectern.port}\r\n${line}\r\n\r\n`;
        expect((await sendRaw(lectern.port, text)).status).toBe(400);
      },
    );
  });

  test('calls sent as a batch each get their own arguments', async () => {
    const messages = ['Home.md', 'Absent.md'].map((path, index) => ({
      jsonrpc: '2.0',
      id: index + 1,
      method: 'tools/call',
      params: { name: 'stat', arguments: { paths: [path] } },
    }));
    const { status, body } = await requests.send({ body: JSON.stringify(messages) });
    expect(status).toBe(200);
    expect(body).toContain('Home.md');
    expect(body).toContain('Absent.md');
  });

  test('a batch of more than 100 messages is refused as a whole', async () => {
    const messages = Array.from({ length: 101 }, (_item, index) => ({
      jsonrpc: '2.0',
      id: index,
      method: 'tools/call',
      params: { name: 'create_note', arguments: { path: `Batch ${index}`, content: '' } },
    }));
    const { body } = await requests.send({ body: JSON.stringify(messages) });
    expect(body).toContain('"code":-32602');
    const { status, body: fewer } = await requests.send({ body: JSON.stringify(messages.slice(0, 100)) });
    expect([status, fewer.includes('already_exists')]).toEqual([200, false]);
  });

  test('a response to no request of the server is accepted and has no effect', async () => {
    expect(await requests.send({ body: '{"result":{},"id":1,"jsonrpc":"2.0"}' })).toMatchObject({
      status: 202,
      body: '',
    });
  });

  test('an unknown Expect header is refused like any other error', async () => {
    const answer = await requests.send({ headers: { Expect: 'the-unexpected' } });
    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json' } });
  });

  test('requests sent in one piece are answered in their order', async () => {
    const head = [`Host: 127.0.0.1:${lectern.port}`, 'Content-Length: 0'];
    const one = `POST /mcp HTTP/1.1\r\n${head.join('\r\n')}\r\nAuthorization: Bearer ${testToken}\r\nContent-Type: application/json\r\n`;
    const bodies = Array.from({ length: 20 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    const text = bodies.map(
      (body, index) =>
        `${one.replace('Content-Length: 0', () => `Content-Length: ${body.length}`)}Accept: application/json, text/event-stream\r\n` +
        `${index === bodies.length - 1 ? 'Connection: close\r\n' : ''}\r\n${body}`,
    );
    const { body } = await sendRaw(lectern.port, text.join(''));
    expect([...body.matchAll(/"id":(\d+)/g)].map(match => Number(match[1]))).toEqual(
      bodies.map((_, id) => id),
    );
  });

  test('a client that resets its connection in the middle of a body leaves no trace in the log', async () => {
    const before = lectern.log();
    for (let round = 0; round < 20; round += 1) {
      await new Promise<void>(resolve => {
        const socket = connect(lectern.port, '127.0.0.1', () => {
          const head = [
            `Host: 127.0.0.1:${lectern.port}`,
            `Authorization: Bearer ${testToken}`,
            'Content-Type: application/json',
            'Content-Length: 1000',
          ];
          socket.write(requestText('POST', '/mcp', head, '{"jsonrpc":'.slice(0, round)), () =>
            socket.resetAndDestroy(),
          );
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await requests.send()).status).toBe(200);
    expect(lectern.log()).toBe(before);
  });

  test('a request in two halves with another request between them is served', async () => {
    const head = [
      `Host: 127.0.0.1:${lectern.port}`,
      `Authorization: Bearer ${testToken}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${call.length}`,
    ];
    const text = requestText('POST', '/mcp', head, call);
    const answer = await new Promise<string>(resolve => {
      let received = '';
      const socket = connect(lectern.port, '127.0.0.1', () => {
        socket.write(text.slice(0, 200), () => {
          // The server, in this process, has read the first half when it serves what was sent after it.
          void requests.send().then(() => socket.write(text.slice(200)));
        });
      });
      socket.on('data', chunk => (received += String(chunk)));
      socket.on('close', () => resolve(received));
    });
    expect(answer).toContain('200 OK');
  });
});
