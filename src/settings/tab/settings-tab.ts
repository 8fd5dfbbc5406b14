import { type Plugin, PluginSettingTab, type SettingDefinitionItem } from 'obsidian';
import { markOwn } from '../../ui/text/text';
import type { Cancellable } from '../../platform';
import type { SettingsTabOptions, TabState } from './parts';
import { DrawnRows } from './reused-rows';
import { ConnectDialog } from './connect/connect-dialog';
import { advancedPage } from './pages/advanced';
import { connectionsPage } from './pages/connections';
import { safetyPage } from './pages/safety';
import { searchPage } from './pages/search';
import { statusGroup } from './pages/status';
import { toolsPage } from './pages/tools';
import { confirmTypedText } from './rows';

/** Changes of the settings within this time are drawn together, in milliseconds. */
const gathering = 50;

/**
 * The settings of Lectern: what matters daily, and a page for each subject. The app asks for the definitions when the
 * tab is added and on each `update()`, not when the tab is opened. So they hold nothing but the names of connections, for
 * the search in the settings, and every row reads the rest from the store when it is drawn. What an `update()` does to
 * an open page is not documented, and makers of other plugins say that it leaves the page: so it is called only while
 * the tab is closed, and an open tab draws its rows anew where they are.
 */
export class SettingsTab extends PluginSettingTab {
  private readonly state: TabState;
  private readonly drawnRows = new DrawnRows();
  /** What the definitions were made from, and what the rows show. */
  private definedFrom = '';
  private drawnFrom = '';
  private timer: Cancellable | undefined;
  private readonly windows = new WeakSet<Window>();

  constructor(
    private readonly owner: Plugin,
    options: SettingsTabOptions,
  ) {
    super(owner.app, owner);
    this.state = {
      options,
      redraw: focus => this.redraw(focus, () => this.drawRows()),
      redrawFirstPage: () => this.redraw(undefined, () => this.update()),
      openCards: new Set(),
      wantsOwnRules: false,
    };
    markOwn(this.containerEl, 'lectern-settings');
    this.containerEl.addEventListener('focusin', () => this.followWindow());
    owner.register(options.store.subscribe(() => this.followStore()));
    owner.register(() => this.timer?.cancel());
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { state } = this;
    this.definedFrom = this.currentSource();
    this.drawnFrom = this.definedFrom;
    return this.drawnRows.following([
      statusGroup(state),
      connectionsPage(state),
      safetyPage(state),
      toolsPage(state),
      searchPage(state),
      advancedPage(state),
    ]);
  }

  /** Opens the dialog for a new connection. The app cannot open a page of the settings, so it is a dialog. */
  connectClient(): void {
    new ConnectDialog(this.state).open();
  }

  override hide(): void {
    confirmTypedText(this.containerEl);
    super.hide();
    if (this.definedFrom !== this.currentSource()) this.update();
  }

  private currentSource(): string {
    const { settings, timesRead } = this.state.options.store;
    return JSON.stringify([timesRead, settings.tokens.map(({ valueHash, name }) => [valueHash, name])]);
  }

  private followStore(): void {
    this.timer ??= this.state.options.time.after(gathering, () => {
      this.timer = undefined;
      if (this.drawnFrom !== this.currentSource()) this.redraw(undefined, () => this.drawRows());
    });
  }

  /** The settings may have their own window, which can be closed while a field has unsaved input. */
  private followWindow(): void {
    const window = this.containerEl.ownerDocument.defaultView;
    if (window === null || this.windows.has(window)) return;
    this.windows.add(window);
    const keep = (): void => confirmTypedText(this.containerEl);
    window.addEventListener('pagehide', keep);
    this.owner.register(() => window.removeEventListener('pagehide', keep));
  }

  private drawRows(): void {
    this.drawnFrom = this.currentSource();
    this.drawnRows.redraw();
    this.refreshDomState();
  }

  /** Keyboard focus must stay at its place, although every control is new. */
  private redraw(focus: string | undefined, draw: () => void): void {
    const { containerEl } = this;
    if (!containerEl.isConnected) {
      this.update();
      return;
    }
    const { scrollTop } = containerEl;
    const name = containerEl.ownerDocument.activeElement?.getAttribute('aria-label');
    draw();
    containerEl.scrollTop = scrollTop;
    const wanted = (element: HTMLElement): boolean =>
      focus === undefined
        ? name !== null && name !== undefined && element.getAttribute('aria-label') === name
        : element.getAttribute('data-lectern-focus') === focus;
    [...containerEl.querySelectorAll<HTMLElement>('[aria-label], [data-lectern-focus]')]
      .find(wanted)
      ?.focus();
  }
}
