import { Menu, setIcon } from 'obsidian';
import type { Cancellable } from '../platform';
import type { Live, LiveState, ServerSwitch } from './live-status';

export interface StatusBarParts {
  readonly copyAddress: (url: string) => unknown;
  readonly live: Live;
  readonly server: Pick<ServerSwitch, 'start' | 'stop'>;
  readonly openSettings: () => void;
  /** Asks which client to connect. */
  readonly addConnection: () => void;
  readonly openActivity: () => unknown;
  /** Shows what waits for approval. */
  readonly openApproval: () => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** How long a call is shown after its end: most are over before an eye sees them, in milliseconds. */
const afterglow = 1_000;

const waitingWord = 'waiting for approval';

type Work = 'reading' | 'writing';

/** The state at a glance, and a small menu behind it. */
export class StatusBar {
  private readonly words: HTMLElement;
  private glow: { readonly work: Work; readonly timer: Cancellable } | undefined;

  constructor(
    private readonly item: HTMLElement,
    private readonly parts: StatusBarParts,
  ) {
    item.addClass('lectern-status', 'mod-clickable');
    setIcon(item.createSpan('lectern-status-icon'), 'book-open-text');
    item.createSpan({ cls: 'lectern-status-dot', attr: { 'aria-hidden': 'true' } });
    this.words = item.createSpan('lectern-status-words');
    item.setAttrs({ role: 'button', tabindex: 0, 'aria-haspopup': 'menu' });
    item.addEventListener('click', () => this.open());
    item.addEventListener('contextmenu', () => this.openMenu());
    item.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.open();
    });
    this.show();
  }

  /** To be called after every change. */
  show(): void {
    const { state } = this.parts.live;
    const work = workOf(state);
    if (work !== undefined) this.begin(work);
    const word = wordOf(state, this.glow?.work);
    const count = word === waitingWord && state.waiting > 1 ? ` (${state.waiting})` : '';
    this.words.setText(`Lectern: ${word}${count}`);
    this.item.setAttr(
      'data-state',
      word.replaceAll(' ', () => '-'),
    );
    const detail = state.server.problem ?? state.server.url ?? '';
    this.item.setAttr('aria-label', `Lectern: ${word}${count}${detail === '' ? '' : `. ${detail}`}`);
  }

  end(): void {
    this.glow?.timer.cancel();
  }

  /** Writing outshines reading. */
  private begin(work: Work): void {
    const shown = this.glow?.work === 'writing' ? 'writing' : work;
    this.glow?.timer.cancel();
    const timer = this.parts.after(afterglow, () => {
      this.glow = undefined;
      this.show();
    });
    this.glow = { work: shown, timer };
  }

  private open(): void {
    const { live, openApproval } = this.parts;
    if (wordOf(live.state, undefined) === waitingWord) openApproval();
    else this.openMenu();
  }

  private openMenu(): void {
    const { live, server: actions, copyAddress, addConnection } = this.parts;
    const { openSettings, openActivity, openApproval } = this.parts;
    const { isPaused, server, waiting } = live.state;
    const { url } = server;
    const isOn = server.state === 'listening';
    const canStop = isOn || server.state === 'waiting';
    const menu = new Menu();
    if (waiting > 0) addItem(menu, 'shield-question', 'Review requests for approval', openApproval);
    if (isOn && isPaused) addItem(menu, 'play', 'Resume', () => live.setPaused(false));
    if (isOn && !isPaused) addItem(menu, 'pause', 'Pause', () => live.setPaused(true));
    addItem(menu, 'plug', 'Connect a client', addConnection);
    addItem(menu, 'activity', 'Open activity', openActivity);
    menu.addSeparator();
    if (url !== undefined) addItem(menu, 'copy', 'Copy the address', () => copyAddress(url));
    if (canStop) addItem(menu, 'square', 'Stop the server', actions.stop);
    else addItem(menu, 'power', 'Start the server', actions.start);
    addItem(menu, 'settings', 'Open settings', openSettings);
    const { left, top } = this.item.getBoundingClientRect();
    menu.showAtPosition({ x: left, y: top });
  }
}

function addItem(menu: Menu, icon: string, title: string, run: () => unknown): void {
  menu.addItem(item => item.setIcon(icon).setTitle(title).onClick(run));
}

function workOf({ running }: LiveState): Work | undefined {
  if (running.writes > 0) return 'writing';
  return running.reads > 0 ? 'reading' : undefined;
}

function wordOf({ server, isPaused, waiting }: LiveState, work: Work | undefined): string {
  if (server.state === 'failed') return 'not running';
  if (server.state === 'waiting') return 'waiting for the port';
  if (server.state !== 'listening') return server.state;
  if (isPaused) return 'paused';
  if (waiting > 0) return waitingWord;
  return work ?? 'on';
}
