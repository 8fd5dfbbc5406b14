import { DeferredJson, type DeferredResult } from '../../../src/server/http/deferred-json';
import { LongText } from '../../../src/utils/text/long-text';

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function sent(deferred: DeferredJson, message: unknown): unknown {
  return JSON.parse(Buffer.concat([...deferred.pieces(encode(message))]).toString('utf8'));
}

describe('large values of an answer', () => {
  const text = 'long "text" é 😀\n'.repeat(10_000);
  const fields = {
    items: Array.from({ length: 5000 }, (_item, index) => ({ path: `${index}.md`, text: 'ü' })),
  };

  test('take the place of their placeholders when the message is sent, in any order', () => {
    const deferred = new DeferredJson();
    const result = deferred.result();
    const [first, second] = [result.text(text), result.fields(fields)];
    expect(sent(deferred, { id: 1, structured: second, content: [{ text: first }], isError: true })).toEqual({
      id: 1,
      structured: fields,
      content: [{ text }],
      isError: true,
    });
  });

  test('are sent in the message that holds them, with others before and after', () => {
    const deferred = new DeferredJson();
    const [one, two] = [1, 2].map(number => deferred.result().text(`${text}${number}`));
    expect(sent(deferred, { progress: 1 })).toEqual({ progress: 1 });
    expect(sent(deferred, { two })).toEqual({ two: `${text}2` });
    expect(sent(deferred, { one })).toEqual({ one: `${text}1` });
  });

  test('are not searched for the placeholders of others', () => {
    const deferred = new DeferredJson();
    const result = deferred.result();
    const inner = result.text(text);
    const outer = result.text(`${text}${JSON.stringify(inner)}`);
    expect(sent(deferred, { outer })).toEqual({ outer: `${text}${JSON.stringify(inner)}` });
  });

  test('have placeholders that pass for base64', () => {
    const name = new DeferredJson().result().text(text);
    expect(Buffer.from(name, 'base64').toString('base64')).toBe(name);
  });

  test('count with the message that holds them', () => {
    const deferred = new DeferredJson();
    const message = encode({ text: deferred.result().text(text) });
    expect(deferred.weightOf(message)).toBeGreaterThan(text.length);
    expect(deferred.weightOf(encode({ other: true }))).toBeLessThan(100);
  });

  test('are made of portions where they are long texts', () => {
    const deferred = new DeferredJson();
    const name = deferred.result().text(LongText.of([text, 'and "more"']));
    expect(sent(deferred, { name })).toEqual({ name: `${text}and "more"` });
  });
});

describe('a result', () => {
  const text = 'A line.\n'.repeat(100);
  const isTaken = async ({ taken }: DeferredResult): Promise<boolean> =>
    Promise.race([taken.then(() => true), new Promise<boolean>(resolve => setImmediate(resolve, false))]);

  test('is received when the message with its values was, not with another message', async () => {
    const deferred = new DeferredJson();
    const [one, two] = [deferred.result(), deferred.result()];
    const messages = [one, two].map(result => encode({ text: result.text(text) }));
    const pieces = deferred.pieces(messages[0] ?? new Uint8Array());
    pieces.next();
    expect(await isTaken(one)).toBe(false);
    while (pieces.next().done !== true);
    expect([await isTaken(one), await isTaken(two)]).toEqual([true, false]);
  });

  test('counts as received when its request is over, however that ended', async () => {
    const deferred = new DeferredJson();
    const result = deferred.result();
    result.text(text);
    deferred.end();
    expect(await isTaken(result)).toBe(true);
  });
});
