import { DeferredJson } from '../../../src/server/http/deferred-json';

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
    const [first, second] = [deferred.text(text), deferred.fields(fields)];
    expect(sent(deferred, { id: 1, structured: second, content: [{ text: first }], isError: true })).toEqual({
      id: 1,
      structured: fields,
      content: [{ text }],
      isError: true,
    });
  });

  test('are sent in the message that holds them, with others before and after', () => {
    const deferred = new DeferredJson();
    const [one, two] = [deferred.text(`${text}1`), deferred.text(`${text}2`)];
    expect(sent(deferred, { progress: 1 })).toEqual({ progress: 1 });
    expect(sent(deferred, { two })).toEqual({ two: `${text}2` });
    expect(sent(deferred, { one })).toEqual({ one: `${text}1` });
  });

  test('are not looked into for the placeholders of others', () => {
    const deferred = new DeferredJson();
    const inner = deferred.text(text);
    const outer = deferred.text(`${text}${JSON.stringify(inner)}`);
    expect(sent(deferred, { outer })).toEqual({ outer: `${text}${JSON.stringify(inner)}` });
  });

  test('have placeholders that pass for base64', () => {
    const name = new DeferredJson().text(text);
    expect(Buffer.from(name, 'base64').toString('base64')).toBe(name);
  });

  test('count with the message that holds them', () => {
    const deferred = new DeferredJson();
    const message = encode({ text: deferred.text(text) });
    expect(deferred.weightOf(message)).toBeGreaterThan(text.length);
    expect(deferred.weightOf(encode({ other: true }))).toBeLessThan(100);
  });
});
