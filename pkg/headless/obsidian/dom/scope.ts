/** Keys of a modal or view; there are no key events here. */
export class Scope {
  constructor(readonly parent?: Scope) {}

  register(modifiers: readonly string[] | null, key: string | null): KeymapEntry {
    return { modifiers: modifiers?.join(',') ?? null, key, scope: this };
  }

  unregister(): void {
    // Nothing was registered.
  }
}

interface KeymapEntry {
  readonly modifiers: string | null;
  readonly key: string | null;
  readonly scope: Scope;
}
