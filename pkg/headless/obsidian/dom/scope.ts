/** Keys that a modal or view reacts to; nothing presses them here. */
export class Scope {
  constructor(readonly parent?: Scope) {}

  register(modifiers: readonly string[] | null, key: string | null): KeymapEntry {
    return { modifiers: modifiers?.join(',') ?? null, key, scope: this };
  }

  unregister(): void {
    // Nothing was kept.
  }
}

interface KeymapEntry {
  readonly modifiers: string | null;
  readonly key: string | null;
  readonly scope: Scope;
}
