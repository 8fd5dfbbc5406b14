import { Plugin } from 'obsidian';
import { Lectern } from './compose';
import type { LecternControl } from './control';

/** Lifecycle only: when things happen is decided here, how they happen in compose.ts. */
export default class LecternPlugin extends Plugin {
  readonly lectern = new Lectern(this);

  /** For the headless host; see control.ts. */
  readonly control: LecternControl = this.lectern.control;

  override async onload(): Promise<void> {
    await this.lectern.load();
    this.app.workspace.onLayoutReady(() => this.lectern.layoutReady());
  }

  /** The user has just switched the plugin on, so it may show itself. */
  override onUserEnable(): void {
    void this.lectern.people.welcome();
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.lectern.reloadSettings();
  }
}
