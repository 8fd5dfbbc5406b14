import type { LecternControl, OpenPairing, Overlay, PairingOwner, ServerStatus, SetupText } from './control';
import type { McpService } from './server/mcp-service';
import type { SignIn } from './server/sign-in/sign-in';
import { desktopExtension } from './settings/clients/desktop-extension';
import { type Endpoint, serverNameFor, setupTexts } from './settings/clients/setup-texts';
import type { SettingsStore } from './settings/store/store';
import { notifyLasting } from './ui/notices';
import { t } from './ui/text/text';

/** The program of pkg/bridge, which the build puts here. */
declare const LECTERN_BRIDGE: string;

/** Replaces a token's value in setup texts. */
const placeholder = 'YOUR_TOKEN';

interface ControlDependencies {
  readonly store: SettingsStore;
  readonly service: McpService;
  readonly signIn: SignIn;
  readonly vaultName: string;
}

/** The plugin's side of control.ts. */
export class PluginControl implements LecternControl {
  private resolveBegun: () => void = () => undefined;
  private readonly begun = new Promise<void>(resolve => {
    this.resolveBegun = resolve;
  });

  private dependencies: ControlDependencies | undefined;

  /** @param evaluate makes the dependencies and attaches them */
  constructor(
    private readonly evaluate: () => Promise<unknown>,
    private readonly version: string,
  ) {}

  attach(dependencies: ControlDependencies): void {
    this.dependencies = dependencies;
  }

  /** Sets what `started` waits for. */
  begin(start: Promise<void>): void {
    start
      .catch((error: unknown) => {
        console.error('Lectern: start', error);
        notifyLasting(t('notice.noStart'));
      })
      .finally(this.resolveBegun);
  }

  async applyOverlay(overlay: Overlay): Promise<void> {
    await this.evaluate();
    this.dependencies?.store.applyOverlay(overlay);
  }

  async started(): Promise<ServerStatus> {
    await this.begun;
    return this.status();
  }

  status(): ServerStatus {
    if (this.dependencies === undefined) return { state: 'off' };
    const { store, service } = this.dependencies;
    const known = store.firstKnownToken();
    if (known === undefined) return service.status;
    const { value: token, ...granted } = known;
    return { ...service.status, token, granted };
  }

  setupTexts(): readonly SetupText[] {
    return this.setupTextsWith(placeholder);
  }

  setupTextsWith(value: string): readonly SetupText[] {
    return setupTexts(this.endpoint(value));
  }

  async desktopExtension(value?: string): Promise<Uint8Array> {
    const token = value ?? this.dependencies?.store.firstKnownToken()?.value ?? placeholder;
    return desktopExtension({ ...this.endpoint(token), version: this.version, program: LECTERN_BRIDGE });
  }

  openPairing(owner: PairingOwner): OpenPairing {
    const { store, signIn } = this.dependencies ?? {};
    const isListening = this.status().state === 'listening';
    const sentence = t(isListening ? 'pairing.noAddress' : 'pairing.notListening');
    if (!isListening || signIn === undefined || store?.settings.publicUrl === '') throw new Error(sentence);
    return signIn.open(owner);
  }

  async stop(): Promise<void> {
    await this.dependencies?.service.stop();
  }

  private endpoint(token: string): Endpoint {
    if (this.dependencies === undefined) throw new Error('Lectern has not been started.');
    const { store, service, vaultName } = this.dependencies;
    const { host, port } = store.settings;
    const url = service.status.url ?? `http://${host}:${port}/mcp`;
    // A client may have the other vault as `lectern`.
    return { url, token, name: store.hasOwnPort ? serverNameFor(vaultName) : undefined };
  }
}
