import { type Body, parseBody } from '../../../src/server/http/request-body';
import { refusals } from '../../../src/server/http/refusals';

const parseJson = (body: Uint8Array): Promise<Body> => parseBody(body);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a request body', () => {
  test('is parsed when it is JSON in UTF-8, with or without a byte order mark', async () => {
    expect(await parseJson(bytes('{"a":[1,"é"]}'))).toEqual({ value: { a: [1, 'é'] } });
    expect(await parseJson(bytes('\ufeff{"a":1}'))).toEqual({ value: { a: 1 } });
  });

  test.each(['', '{', '<x>', 'NaN', '{"a":1,}', '{"a":1}{"b":2}', '// comment\n{}', "{'a':1}"])(
    'is refused when it is not JSON: %j',
    async text => {
      expect(await parseJson(bytes(text))).toEqual({ refusal: refusals.notJson });
    },
  );

  test('is refused when it is not UTF-8', async () => {
    expect(await parseJson(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toEqual({ refusal: refusals.notJson });
    expect(await parseJson(new Uint8Array(Buffer.from('{"a":1}', 'utf16le')))).toEqual({
      refusal: refusals.notJson,
    });
  });

  test('may nest 64 levels and no deeper', async () => {
    expect(await parseJson(bytes('['.repeat(64) + ']'.repeat(64)))).toHaveProperty('value');
    expect(await parseJson(bytes('['.repeat(65) + ']'.repeat(65)))).toEqual({ refusal: refusals.tooComplex });
    expect(await parseJson(bytes('['.repeat(200_000)))).toEqual({ refusal: refusals.tooComplex });
  });

  test('may hold 20,000 keys in one object and no more, however many in others', async () => {
    const object = (keys: number): string =>
      `{${Array.from({ length: keys }, (_item, index) => `"k${index}":0`).join(',')}}`;
    expect(await parseJson(bytes(object(20_000)))).toHaveProperty('value');
    expect(await parseJson(bytes(`[${object(15_000)},{"a":${object(15_000)}}]`))).toHaveProperty('value');
    expect(await parseJson(bytes(`{"a":[${object(20_001)}]}`))).toEqual({ refusal: refusals.tooComplex });
  });

  test('may hold 100,000 values and no more', async () => {
    const list = (count: number): Uint8Array => bytes(`[${Array<string>(count).fill('1').join(',')}]`);
    expect(await parseJson(list(100_000))).toHaveProperty('value');
    expect(await parseJson(list(100_002))).toEqual({ refusal: refusals.tooComplex });
  });

  test('ignores the content of strings, whatever they escape', async () => {
    const text = `${'[{,'.repeat(100_000)}\\"\\\\`;
    const json = JSON.stringify({ text });
    expect(await parseJson(bytes(json))).toEqual({ value: { text } });
  });

  test.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":1}'])(
    'is refused when a key is __proto__: %s',
    async text => {
      expect(await parseJson(bytes(text))).toEqual({ refusal: refusals.tooComplex });
    },
  );
});
