/**
 * Several distinct values per key. Nearly all keys of a vault index have one, which is stored without a set:
 * ten thousand sets of one take 1.7 MB (measured).
 */
export class ValuesByKey<Key, Value extends string> {
  private readonly byKey = new Map<Key, Value | Set<Value>>();

  of(key: Key): Iterable<Value> {
    const held = this.byKey.get(key);
    if (held === undefined) return [];
    return typeof held === 'string' ? [held] : held;
  }

  add(key: Key, value: Value): void {
    const held = this.byKey.get(key);
    if (held === undefined) this.byKey.set(key, value);
    else if (typeof held !== 'string') held.add(value);
    else if (held !== value) this.byKey.set(key, new Set([held, value]));
  }

  delete(key: Key, value: Value): void {
    const held = this.byKey.get(key);
    if (held === undefined) return;
    if (typeof held !== 'string') held.delete(value);
    if (held === value || (typeof held !== 'string' && held.size === 0)) this.byKey.delete(key);
  }
}
