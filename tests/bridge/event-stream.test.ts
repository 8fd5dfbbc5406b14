import { readEvents } from '../../pkg/bridge/event-stream';

async function* from(chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function eventsIn(...chunks: string[]): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(from(chunks))) events.push(event);
  return events;
}

describe('a stream of server-sent events', () => {
  test.each([
    ['one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
    ['one without the space', ['data:x\n\n'], ['x']],
    ['data on several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
    ['data beside ids', ['id: 7\ndata: a\n\ndata: b\n\n'], ['a', 'b']],
    ['comments and other fields', [': ping\nevent: message\nretry: 5\ndata: a\n\n'], ['a']],
    ['an event without data', ['id: 1\n\n'], []],
    ['an event that has not ended', ['data: a\n'], []],
    ['every kind of line break', ['data: a\r\n\r\ndata: b\r\rdata: c\n\n'], ['a', 'b', 'c']],
  ])('reads %s', async (_title, chunks, events) => {
    expect(await eventsIn(...chunks)).toEqual(events);
    expect(await eventsIn(...Array.from(chunks.join('')))).toEqual(events);
  });
});
