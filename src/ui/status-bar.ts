import { Menu, setIcon } from 'obsidian';
import type { Cancellable } from '../platform';
import { visibleLine } from '../utils/text/visible-text';
import { t } from './text/text';
import type { Live, LiveState, ServerSwitch } from './live-status';

interface StatusBarOptions {
  /** The vault's name: each open vault has a window with a status bar. */
  readonly vault: string;
  readonly copyAddress: (url: string) => unknown;
  readonly live: Live;
  readonly server: Pick<ServerSwitch, 'start' | 'stop' | 'usePort'>;
  readonly openSettings: () => void;
  readonly connectClient: () => void;
  readonly openActivity: () => unknown;
  readonly openApproval: () => void;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** How long a call stays visible after its end, in milliseconds: most are too short to be noticed. */
const afterglow = 1_000;

type Work = 'reading' | 'writing';

/** What the item shows; the style sheet colours its dot by it. */
type ShownState = 'off' | 'starting' | 'waitingForPort' | 'failed' | 'paused' | 'waiting' | 'on' | Work;

export class StatusBar {
  private readonly words: HTMLElement;
  private glow: { readonly work: Work; readonly timer: Cancellable } | undefined;

  constructor(
    private readonly item: HTMLElement,
    private readonly options: StatusBarOptions,
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

  /** Call it after every change. */
  show(): void {
    const { state } = this.options.live;
    const work = workOf(state);
    if (work !== undefined) this.begin(work);
    const shown = shownState(state, this.glow?.work);
    const label = labelOf(shown, state.waiting, visibleLine(this.options.vault));
    this.words.setText(label);
    this.item.setAttr('data-state', shown);
    const detail = state.server.problem ?? state.server.url ?? '';
    this.item.setAttr('aria-label', detail === '' ? label : t('bar.detail', { text: label, detail }));
  }

  end(): void {
    this.glow?.timer.cancel();
  }

  /** Writing is shown rather than reading. */
  private begin(work: Work): void {
    const shown = this.glow?.work === 'writing' ? 'writing' : work;
    this.glow?.timer.cancel();
    const timer = this.options.after(afterglow, () => {
      this.glow = undefined;
      this.show();
    });
    this.glow = { work: shown, timer };
  }

  private open(): void {
    const { live, openApproval } = this.options;
    if (shownState(live.state, undefined) === 'waiting') openApproval();
    else this.openMenu();
  }

  private openMenu(): void {
    const { live, server: actions, copyAddress, connectClient } = this.options;
    const { openSettings, openActivity, openApproval } = this.options;
    const { isPaused, server, waiting, freePort } = live.state;
    const { url } = server;
    const isOn = server.state === 'listening';
    const canStop = isOn || server.state === 'waiting';
    const menu = new Menu();
    if (waiting > 0) addItem(menu, 'shield-question', t('common.reviewApprovals'), openApproval);
    if (isOn && isPaused) addItem(menu, 'play', t('common.resume'), () => live.setPaused(false));
    if (isOn && !isPaused) addItem(menu, 'pause', t('common.pause'), () => live.setPaused(true));
    addItem(menu, 'plug', t('common.connectClient'), connectClient);
    addItem(menu, 'activity', t('common.openActivity'), openActivity);
    menu.addSeparator();
    if (url !== undefined) addItem(menu, 'copy', t('common.copyAddress'), () => copyAddress(url));
    if (canStop) addItem(menu, 'square', t('common.stopServer'), actions.stop);
    else addItem(menu, 'power', t('common.startServer'), actions.start);
    if (freePort !== undefined)
      addItem(menu, 'unplug', t('status.usePort', { port: String(freePort) }), () =>
        actions.usePort(freePort),
      );
    addItem(menu, 'settings', t('bar.openSettings'), openSettings);
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

function shownState({ server, isPaused, waiting }: LiveState, work: Work | undefined): ShownState {
  if (server.state === 'waiting') return 'waitingForPort';
  if (server.state !== 'listening') return server.state;
  if (isPaused) return 'paused';
  if (waiting > 0) return 'waiting';
  return work ?? 'on';
}

function labelOf(shown: ShownState, waiting: number, vault: string): string {
  const state = t(`bar.state.${shown}`);
  return shown === 'waiting' && waiting > 1
    ? t('bar.waiting', { vault, state, waiting })
    : t('bar.text', { vault, state });
}
