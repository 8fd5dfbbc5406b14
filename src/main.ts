import { Plugin } from 'obsidian';
import type { Lectern } from './compose';
import type { LecternControl } from './control';
import { PluginControl } from './plugin-control';
import { ActivityView, activityViewType } from './ui/activity/activity-view';
import { notifyLasting } from './ui/notices';
import { t } from './ui/text/text';

/**
 * The app updates itself, but the Chromium and Node below it stay those of the installer. Obsidian 1.13 still runs on
 * installers of 2022 (Chromium 106). These came with Chromium 111, 110 and 116; installer 1.5.8 has 120. They are easy
 * to replace, but whether Express, the SDK, zod and re2js work there cannot be tested, so such an app gets a notice.
 */
const needed: readonly (readonly [owner: object, member: string])[] = [
  [String.prototype, 'isWellFormed'],
  [Array.prototype, 'toSorted'],
  [AbortSignal, 'any'],
];

/** Whether the app runs on an installer that lacks what Lectern needs. */
function isInstallerTooOld(): boolean {
  return needed.some(([owner, member]) => !(member in owner));
}

/**
 * Lifecycle only: when things happen is decided here, how they happen in compose.ts. The app's start waits for what a
 * plugin does before the layout is ready. Until then nothing but this file and its few imports is evaluated, and no
 * file is read.
 */
export default class LecternPlugin extends Plugin {
  protected readonly surface = new PluginControl(() => this.evaluated(), this.manifest.version);
  /** For the headless host; see control.ts. */
  readonly control: LecternControl = this.surface;
  private readonly canRun = !isInstallerTooOld();
  private isUnloaded = false;
  private made: Lectern | undefined;
  private resolveShown: (lectern: Lectern) => void = () => undefined;
  private readonly shown = new Promise<Lectern>(resolve => {
    this.resolveShown = resolve;
  });

  /** @throws Error before the layout is ready */
  get lectern(): Lectern {
    if (this.made === undefined) throw new Error('Lectern has not been started.');
    return this.made;
  }

  override onload(): void {
    if (!this.canRun) {
      notifyLasting(t('notice.oldInstaller'));
      this.surface.begin(Promise.resolve());
      return;
    }
    this.register(() => {
      this.isUnloaded = true;
    });
    // The app restores its layout before it is ready, and opens views of types that it knows by then.
    const panel = this.shown.then(({ appInterface }) => appInterface.activityPanel);
    this.registerView(activityViewType, leaf => new ActivityView(leaf, panel));
    this.app.workspace.onLayoutReady(() => this.surface.begin(this.begin()));
  }

  /** The user has just switched the plugin on, so it may show itself. */
  override onUserEnable(): void {
    void this.shown.then(({ appInterface }) => appInterface.welcome());
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.made?.reloadSettings();
  }

  private async begin(): Promise<void> {
    const lectern = await this.evaluated();
    await lectern.load();
    if (this.isUnloaded) return;
    lectern.appInterface.show();
    this.resolveShown(lectern);
    await lectern.startIfWanted();
  }

  private async evaluated(): Promise<Lectern> {
    const { Lectern } = await import('./compose');
    return (this.made ??= new Lectern(this, this.surface));
  }
}
