/**
 * What the specs use of WebdriverIO and its service for Obsidian, for the type check of the repository, where these
 * packages are not installed. `npm run typecheck` in this folder checks against the packages themselves.
 */
declare module 'wdio-obsidian-service' {
  import type * as obsidian from 'obsidian';

  interface InstalledPlugins {
    readonly [id: string]: obsidian.Plugin;
  }

  interface ExecuteObsidianArg {
    readonly app: obsidian.App;
    readonly obsidian: typeof obsidian;
    readonly plugins: InstalledPlugins;
  }

  interface ObsidianPage {
    getVaultPath(): string;
    getConfigDir(): Promise<string>;
    enablePlugin(id: string): Promise<void>;
    disablePlugin(id: string): Promise<void>;
    runObsidianCli(words: string[]): Promise<{ stdout: string; stderr: string }>;
  }

  export const obsidianPage: ObsidianPage;
}

declare module '@wdio/globals' {
  import type { ExecuteObsidianArg } from 'wdio-obsidian-service';

  interface StubElement {
    click(): Promise<void>;
    getText(): Promise<string>;
    isExisting(): Promise<boolean>;
    waitForExist(options?: { timeout?: number; reverse?: boolean }): Promise<boolean>;
    selectByVisibleText(text: string): Promise<void>;
  }

  interface StubBrowser {
    $(selector: string): StubElement;
    execute<Return, Words extends unknown[]>(
      script: (...words: Words) => Return,
      ...words: Words
    ): Promise<Awaited<Return>>;
    executeObsidian<Return, Words extends unknown[]>(
      script: (obsidian: ExecuteObsidianArg, ...words: Words) => Return,
      ...words: Words
    ): Promise<Return>;
    executeObsidianCommand(id: string): Promise<void>;
    getObsidianVersion(): string;
    getObsidianInstallerVersion(): string;
    getWindowHandle(): Promise<string>;
    getWindowHandles(): Promise<string[]>;
    getLogs(kind: string): Promise<unknown[]>;
    keys(keys: string | string[]): Promise<void>;
    minimizeWindow(): Promise<void>;
    maximizeWindow(): Promise<void>;
    reloadObsidian(options?: { vault?: string; plugins?: string[] }): Promise<void>;
    switchToWindow(handle: string): Promise<void>;
  }

  export const browser: StubBrowser;
}

declare namespace WebdriverIO {
  interface Config {
    runner: 'local';
    framework: 'mocha';
    specs: string[];
    exclude?: string[];
    maxInstances: number;
    capabilities: readonly {
      readonly browserName: string;
      readonly browserVersion: string;
      readonly 'wdio:obsidianOptions': {
        readonly installerVersion: string;
        readonly plugins: readonly (string | { readonly id: string })[];
        readonly vault: string;
      };
    }[];
    services: string[];
    reporters: string[];
    cacheDir: string;
    mochaOpts: { ui: 'bdd'; timeout: number };
    logLevel: 'warn';
  }
}
