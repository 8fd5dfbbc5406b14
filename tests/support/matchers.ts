/** Jest's matchers without their type, which would let anything pass the compiler. */
export const anyText: unknown = expect.any(String);

export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}
