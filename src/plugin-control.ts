import type { LecternControl, Overlay, ServerStatus, SetupText } from './control';
import type { McpService } from './server/mcp-service';
import { setupTexts } from './settings/setup-texts';
import type { SettingsStore } from './settings/store';

/** The plugin's side of control.ts. */
export class PluginControl implements LecternControl {
  private resolveBegun: () => void = () => undefined;
  private readonly begun = new Promise<void>(resolve => {
    this.resolveBegun = resolve;
  });

  constructor(
    private readonly store: SettingsStore,
    private readonly service: McpService,
  ) {}

  /** Tells `started` what to wait for. */
  begin(start: Promise<void>): void {
    void start.finally(this.resolveBegun);
  }

  layOver(overlay: Overlay): void {
    this.store.layOver(overlay);
  }

  async started(): Promise<ServerStatus> {
    await this.begun;
    return this.status();
  }

  status(): ServerStatus {
    const token = this.store.firstKnownToken();
    return { ...this.service.status, ...(token === undefined ? {} : { token }) };
  }

  setupTexts(): readonly SetupText[] {
    const { host, port } = this.store.settings;
    const url = this.service.status.url ?? `http://${host}:${port}/mcp`;
    return setupTexts({ url, token: this.store.firstKnownToken() ?? 'YOUR_TOKEN' });
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
