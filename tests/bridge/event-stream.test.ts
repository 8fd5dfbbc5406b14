import { readEvents, type StreamEvent } from '../../pkg/bridge/event-stream';

async function* from(chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function eventsIn(...chunks: string[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(from(chunks))) events.push(event);
  return events;
}

describe('a stream of server-sent events', () => {
  test.each([
    ['one event', ['data: {"a":1}\n\n'], [{ data: '{"a":1}', id: undefined }]],
    ['one without the space', ['data:x\n\n'], [{ data: 'x', id: undefined }]],
    ['data on several lines', ['data: a\ndata: b\n\n'], [{ data: 'a\nb', id: undefined }]],
    [
      'an id that holds on',
      ['id: 7\ndata: a\n\ndata: b\n\n'],
      [
        { data: 'a', id: '7' },
        { data: 'b', id: '7' },
      ],
    ],
    [
      'comments and other fields',
      [': ping\nevent: message\nretry: 5\ndata: a\n\n'],
      [{ data: 'a', id: undefined }],
    ],
    ['an event without data', ['id: 1\n\n'], []],
    ['an event that has not ended', ['data: a\n'], []],
    [
      'every kind of line break',
      ['data: a\r\n\r\ndata: b\r\rdata: c\n\n'],
      [
        { data: 'a', id: undefined },
        { data: 'b', id: undefined },
        { data: 'c', id: undefined },
      ],
    ],
  ])('reads %s', async (_title, chunks, events) => {
    expect(await eventsIn(...chunks)).toEqual(events);
    expect(await eventsIn(...Array.from(chunks.join('')))).toEqual(events);
  });
});
