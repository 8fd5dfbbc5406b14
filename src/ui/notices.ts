import { countUp } from '../utils/collections';
import { Notice } from 'obsidian';
import type { Cancellable } from '../platform';
import { visibleLine } from '../utils/text/visible-text';
import { quoted } from './plain-words';
import { t } from './text/text';
import type { CallRecord } from '../vault/activity/call-record';

/** Shows a notice; invisible characters in the message are shown too. */
export function notify(message: string): void {
  new Notice(t('notice.text', { message: visibleLine(message) }));
}

/** The same, but it stays until it is clicked. */
export function notifyLasting(message: string): void {
  new Notice(t('notice.text', { message: visibleLine(message) }), 0);
}

interface CallNoticesOptions {
  readonly settings: () => { readonly writes: boolean; readonly connections: boolean };
  readonly notify: (message: string) => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** Changes within this time share one notice, in milliseconds. */
const gathering = 3_000;

/** Shows notices of calls: the first with a token, and those that changed the vault. */
export class CallNotices {
  private readonly seen = new Set<string>();
  private readonly changes = new Map<string, number>();
  private timer: Cancellable | undefined;

  constructor(private readonly options: CallNoticesOptions) {}

  add({ token, client, effect, outcome }: CallRecord): void {
    const { settings, notify: show, after } = this.options;
    const name = client === undefined ? undefined : visibleLine(client);
    const door = quoted(token);
    if (!this.seen.has(token) && settings().connections)
      show(t('notice.connected', { client: name ?? t('notice.someClient'), token: door }));
    this.seen.add(token);
    if (effect === 'reads' || outcome !== 'ok' || !settings().writes) return;
    const who = name ?? t('notice.someClientWith', { token: door });
    countUp(this.changes, who);
    this.timer ??= after(gathering, () => this.tellChanges());
  }

  end(): void {
    this.timer?.cancel();
  }

  private tellChanges(): void {
    this.timer = undefined;
    for (const [who, count] of this.changes) this.options.notify(t('notice.changes', { who, count }));
    this.changes.clear();
  }
}

/** Shows a notification of the system, if it has any, while the app is not in focus: a notice would be seen too late. */
export function showDesktopNotification(message: string, clicked: () => void): void {
  if (!('Notification' in activeWindow)) return;
  try {
    const notice = new Notification('Lectern', { body: message });
    notice.onclick = () => {
      activeWindow.focus();
      clicked();
    };
  } catch {
    // The system allows none. The dialog waits in the app.
  }
}
