/** One event of a stream of the type `text/event-stream`. */
export interface StreamEvent {
  readonly data: string;
  /** To be sent as `Last-Event-ID` when the stream is opened again. */
  readonly id: string | undefined;
}

/**
 * Reads a stream of server-sent events, as the HTML standard defines it, but for `event` and `retry`, which MCP
 * gives no meaning that matters here.
 */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<StreamEvent> {
  let data: string[] = [];
  let id: string | undefined;
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { data: data.join('\n'), id };
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') data.push(value);
    else if (name === 'id') id = value;
  }
}

/** Lines end with a line feed, a carriage return or both; the last one only counts when it has ended. */
async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // A carriage return at the very end may be half of a line break.
    const isOpen = rest.endsWith('\r');
    const lines = (isOpen ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
    rest = `${lines.pop() ?? ''}${isOpen ? '\r' : ''}`;
    yield* lines;
  }
}
