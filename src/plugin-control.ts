import type { LecternControl, Overlay, ServerStatus, SetupText } from './control';
import type { McpService } from './server/mcp-service';
import { desktopExtension } from './settings/desktop-extension';
import type { StoredToken } from './settings/schema';
import { type Endpoint, setupTexts } from './settings/setup-texts';
import type { SettingsStore } from './settings/store';

/** The program of pkg/bridge, which the build puts here. */
declare const LECTERN_BRIDGE: string;

/** Stands for a token's value in setup texts. */
const placeholder = 'YOUR_TOKEN';

/** The plugin's side of control.ts. */
export class PluginControl implements LecternControl {
  private resolveBegun: () => void = () => undefined;
  private readonly begun = new Promise<void>(resolve => {
    this.resolveBegun = resolve;
  });

  constructor(
    private readonly store: SettingsStore,
    private readonly service: McpService,
    private readonly version: string,
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
    return setupTexts({ ...this.endpoint(), token: placeholder });
  }

  /** With the value of a token; without one, of the first whose value this device knows. */
  setupTextsWith(token?: StoredToken): readonly SetupText[] {
    return setupTexts(this.endpoint(token));
  }

  desktopExtension(token?: StoredToken): Promise<Uint8Array> {
    return desktopExtension({ ...this.endpoint(token), version: this.version, program: LECTERN_BRIDGE });
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  private endpoint(token?: StoredToken): Endpoint {
    const { store } = this;
    const { host, port } = store.settings;
    const url = this.service.status.url ?? `http://${host}:${port}/mcp`;
    const value = token === undefined ? store.firstKnownToken() : store.tokenValue(token);
    return { url, token: value ?? placeholder };
  }
}
