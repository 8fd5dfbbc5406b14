/** Reads the data of server-sent events, as defined in the HTML standard; Lectern uses no other fields. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n');
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') data.push(value);
  }
}

/**
 * Lines end with a line feed, a carriage return or both; the last one only counts if it has ended. Each chunk
 * is read once: a result of megabytes is a single line.
 */
async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    const lines = (isAfterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk).split(/\r\n|\n|\r/);
    isAfterReturn = chunk.endsWith('\r');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      yield begun.length === 0 ? line : begun.join('') + line;
      begun = [];
    }
    if (rest !== '') begun.push(rest);
  }
}
