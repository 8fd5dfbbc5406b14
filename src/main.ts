import { Plugin } from 'obsidian';
import { Lectern } from './compose';
import type { LecternControl } from './control';
import { notifyLasting } from './ui/notices';
import { isInstallerTooOld, oldInstallerMessage } from './ui/old-installer';

/** Lifecycle only: when things happen is decided here, how they happen in compose.ts. */
export default class LecternPlugin extends Plugin {
  readonly lectern = new Lectern(this);

  /** For the headless host; see control.ts. */
  readonly control: LecternControl = this.lectern.control;

  private readonly canRun = !isInstallerTooOld();

  override async onload(): Promise<void> {
    if (!this.canRun) {
      notifyLasting(oldInstallerMessage);
      this.lectern.control.begin(Promise.resolve());
      return;
    }
    await this.lectern.load();
    this.app.workspace.onLayoutReady(() => this.lectern.layoutReady());
  }

  /** The user has just switched the plugin on, so it may show itself. */
  override onUserEnable(): void {
    if (this.canRun) void this.lectern.people.welcome();
  }

  override async onExternalSettingsChange(): Promise<void> {
    if (this.canRun) await this.lectern.reloadSettings();
  }
}
