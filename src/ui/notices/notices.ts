import { Notice } from 'obsidian';
import { type Cancellable } from '../../platform';
import { visibleLine } from '../../utils/text/visible-text';
import type { CallRecord } from '../../vault/activity/call-record';

/** Tells the user something, in words for a person; what stands in them is shown whole. */
export function notify(message: string): void {
  new Notice(`Lectern: ${visibleLine(message)}`);
}

/** The same, and it stays until it is clicked: for what must not be missed. */
export function notifyLasting(message: string): void {
  new Notice(`Lectern: ${visibleLine(message)}`, 0);
}

/** Which kinds of notices the user wants. */
export interface NoticeWishes {
  readonly writes: boolean;
  readonly connections: boolean;
}

export interface CallNoticesParts {
  readonly wishes: () => NoticeWishes;
  readonly tell: (message: string) => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** Changes so close together are told in one notice, in milliseconds. */
const gathering = 3_000;

/** Tells of calls: of the first with a token, and of those that changed the vault. */
export class CallNotices {
  private readonly seen = new Set<string>();
  private readonly changes = new Map<string, number>();
  private timer: Cancellable | undefined;

  constructor(private readonly parts: CallNoticesParts) {}

  add({ token, client, effect, outcome }: CallRecord): void {
    const { wishes, tell, after } = this.parts;
    const name = client === undefined ? undefined : visibleLine(client);
    const door = `with “${visibleLine(token)}”`;
    if (!this.seen.has(token) && wishes().connections) tell(`${name ?? 'A client'} connected ${door}.`);
    this.seen.add(token);
    if (effect === 'reads' || outcome !== 'ok' || !wishes().writes) return;
    const who = name ?? `A client ${door}`;
    this.changes.set(who, (this.changes.get(who) ?? 0) + 1);
    this.timer ??= after(gathering, () => this.tellChanges());
  }

  end(): void {
    this.timer?.cancel();
  }

  private tellChanges(): void {
    this.timer = undefined;
    for (const [who, count] of this.changes)
      this.parts.tell(count === 1 ? `${who} made a change.` : `${who} made ${count} changes.`);
    this.changes.clear();
  }
}
