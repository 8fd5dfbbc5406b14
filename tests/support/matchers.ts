/** Jest's own matchers, typed as unknown so that they may be in expected values. */

export function anyText(): unknown {
  return expect.any(String);
}

export function textMatching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}

export function listWith(items: readonly unknown[]): unknown {
  return expect.arrayContaining([...items]);
}

export function objectWith(fields: Readonly<Record<string, unknown>>): unknown {
  return expect.objectContaining(fields);
}
