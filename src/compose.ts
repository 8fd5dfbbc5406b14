import type { Plugin } from 'obsidian';
import { PluginControl } from './plugin-control';
import { now, randomText, yieldToLoop } from './platform';
import { CallLog } from './server/call-log';
import { CallLimits } from './server/call-limits';
import { CallSlots } from './server/call-slots';
import { instructions } from './server/instructions';
import { McpService, type ServiceParts } from './server/mcp-service';
import { createProtocol } from './server/protocol';
import { type Policy, ToolRunner } from './server/tool-runner';
import { settingsHome } from './settings/home';
import { retentionOf } from './settings/journal-limits';
import { SettingsTab } from './settings/settings-tab';
import { SettingsStore } from './settings/store';
import { isToolOn } from './settings/tool-switches';
import { entryOf } from './settings/tokens';
import { tools } from './tools';
import { addCommands } from './ui/commands';
import { notify } from './ui/notices';
import { StatusBar } from './ui/status-bar';
import { createTimeSlicer } from './utils/time-slicer';
import type { Grant } from './vault/grant';
import { createServices, type Services } from './vault/services';
import type { Writing } from './vault/writing/writing';

/** The plugin's parts, wired: the only place that knows all rooms. */
export class Lectern {
  private readonly store: SettingsStore;
  private readonly service = new McpService(() => this.statusBar?.show(this.service.status));
  private readonly slots = new CallSlots();
  private readonly limits = new CallLimits(this.slots);
  private readonly calls = new CallLog();
  private readonly servicesFor: (grant: Grant) => Services;
  private readonly writing: Writing;
  private isRecovered = false;
  private statusBar: StatusBar | undefined;
  readonly control: PluginControl;

  constructor(private readonly plugin: Plugin) {
    this.store = new SettingsStore(settingsHome(plugin));
    this.control = new PluginControl(this.store, this.service);
    const vault = createServices({
      app: plugin.app,
      listen: plugin.registerEvent.bind(plugin),
      rules: () => this.store.settings,
      runtime: () => ({
        version: plugin.manifest.version,
        runtime: this.store.isHosted ? 'headless' : 'obsidian',
      }),
      realPath: path => this.store.hostServices?.realPath(path) ?? path,
      cursorKey: randomText(32),
      clock: { now: () => new Date() },
      slicer: createTimeSlicer({ now, yieldToLoop, othersWaiting: () => this.slots.othersWaiting }),
      journalFolder: `${plugin.app.vault.configDir}/plugins/${plugin.manifest.id}/journal`,
      journalLimits: () => retentionOf(this.store.settings),
      ids: {
        now: Date.now,
        random: () =>
          randomText(4)
            .toLowerCase()
            .replace(/[^0-9a-z]/g, '0'),
      },
      report: notify,
    });
    this.servicesFor = vault.servicesFor;
    this.writing = vault.writing;
  }

  /** Reads the settings and adds what the app shows. */
  async load(): Promise<void> {
    await this.reloadSettings();
    const { plugin, store, control } = this;
    const actions = {
      start: () => this.start(),
      stop: () => this.service.stop(),
      restart: () => this.service.stop().then(() => this.start()),
      setupTexts: () => control.setupTexts(),
      status: () => control.status(),
    };
    this.statusBar = new StatusBar(plugin.addStatusBarItem());
    this.statusBar.show(this.service.status);
    addCommands(plugin, actions);
    plugin.addSettingTab(new SettingsTab(plugin, { ...actions, store, tools }));
    plugin.register(store.subscribe(() => this.service.toolsChanged()));
    plugin.register(() => void this.service.end());
    plugin.register(() => this.writing.end());
  }

  /** The vault is there: starts the server if the settings say so. */
  layoutReady(): void {
    this.control.begin(this.store.settings.autoStart ? this.start() : Promise.resolve());
  }

  /** Reads the settings again after another hand changed their file. */
  async reloadSettings(): Promise<void> {
    const problems = await this.store.load();
    if (problems.length > 0)
      notify(`Some settings could not be read. ${problems.join(' ')} The file was kept aside.`);
  }

  /** Takes back what a crash left half done, before anything is served; a failure is tried again at the next start. */
  private async recover(): Promise<void> {
    if (this.isRecovered) return;
    await this.writing.recover().catch(refuseToRecover);
    this.isRecovered = true;
  }

  private async start(): Promise<void> {
    await this.service.start(async () => {
      await this.store.ensureToken(new Date()).catch(refuseToStart);
      await this.recover();
      return this.serviceParts();
    });
    const { problem } = this.service.status;
    if (problem !== undefined) notify(problem);
  }

  /** What one start of the server needs, from the settings of that moment. */
  private readonly serviceParts = (): ServiceParts => {
    const { host, port, allowedOrigins } = this.store.settings;
    return {
      host,
      port,
      allowedOrigins,
      clock: Date.now,
      reportBug,
      entries: () => this.store.settings.tokens.map(entryOf),
      createProtocol: () =>
        createProtocol({
          version: this.plugin.manifest.version,
          tools,
          runner: this.runner(),
          limits: this.limits,
          servicesFor: this.servicesFor,
          reportBug,
          instructions: () => instructions(this.plugin.app.vault.getName()),
        }),
    };
  };

  private runner(): ToolRunner {
    const { store, servicesFor, limits, calls: log } = this;
    const policy = (): Policy => ({
      readOnly: store.settings.readOnly,
      isOn: tool => isToolOn(store.settings, tool),
    });
    return new ToolRunner({ policy, servicesFor, limits, log, clock: Date.now, reportBug });
  }
}

function refuseToStart(cause: unknown): never {
  const problem = 'There is no token to connect with, and a new one could not be saved in the settings.';
  throw new Error(problem, { cause });
}

function refuseToRecover(cause: unknown): never {
  const problem =
    'What a crash left half done could not be looked through, so nothing is served yet. Start again to retry.';
  throw new Error(problem, { cause });
}

/** Errors of ours are told with their stack; none carries text of a note. */
function reportBug(where: string, error: unknown): void {
  console.error(`Lectern: ${where}`, error);
}
