import { browser } from '@wdio/globals';
import { obsidianPage } from 'wdio-obsidian-service';
import { z } from 'zod';
import { clients, type Endpoint, type TestClient } from '../../support/clients';
import { type AppUnderTest, until } from './app-under-test';
import { Disk } from './disk';

// A function that runs in the app is sent as text: it sees nothing of this file, and names no function inside itself.

export const pluginId = 'lectern-mcp';
const enterKey = '\uE007';

const serverStatus = z.object({
  state: z.string(),
  url: z.string().optional(),
  token: z.string().optional(),
  problem: z.string().optional(),
});

/** Obsidian with the built plugin, as WebdriverIO drives it. */
export class RealApp extends Disk implements AppUnderTest {
  private constructor(
    root: string,
    readonly client: TestClient,
    readonly endpoint: Endpoint,
  ) {
    super(root);
  }

  static async open(): Promise<RealApp> {
    const endpoint = await listening();
    return new RealApp(obsidianPage.getVaultPath(), await clients['2026'](endpoint), endpoint);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    this.put(path, content);
    const size = Buffer.from(content).length;
    await until(`the app sees ${path}`, async () => {
      const seen = await browser.executeObsidian(
        ({ app }, name) => app.vault.getFileByPath(name)?.stat.size,
        path,
      );
      return seen === size;
    });
  }

  async type(path: string, text: string): Promise<void> {
    await this.openNote(path);
    await browser.keys(Array.from(text, key => (key === '\n' ? enterKey : key)));
  }

  /** In the editor of a new tab, with the cursor at its end. */
  async openNote(path: string): Promise<void> {
    await browser.executeObsidian(async ({ app, obsidian }, name) => {
      const file = app.vault.getFileByPath(name);
      if (file === null) throw new Error(`No file ${name}`);
      await app.workspace
        .getLeaf('tab')
        .openFile(file, { active: true, state: { mode: 'source', source: true } });
      const view = app.workspace.getActiveViewOfType(obsidian.MarkdownView);
      view?.editor.setCursor(view.editor.offsetToPos(view.editor.getValue().length));
      view?.editor.focus();
    }, path);
  }

  shown(): Promise<string> {
    return browser.executeObsidian(
      ({ app, obsidian }) => app.workspace.getActiveViewOfType(obsidian.MarkdownView)?.getViewData() ?? '',
    );
  }

  notices(): Promise<string[]> {
    return browser.execute(() => [...document.querySelectorAll('.notice')].map(notice => notice.textContent));
  }

  resolvedKeys(): Promise<string[]> {
    return browser.executeObsidian(({ app }) => Object.keys(app.metadataCache.resolvedLinks));
  }

  /** The plugin's `data.json`, as a path in the vault. */
  async dataFile(): Promise<string> {
    return `${await obsidianPage.getConfigDir()}/plugins/${pluginId}/data.json`;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Waits until the plugin listens. @returns its address with the token that it made at its first start */
export async function listening(): Promise<Endpoint> {
  let endpoint: Endpoint | undefined;
  await until('the plugin listens', async () => {
    const { url, token } = await status();
    if (url !== undefined && token !== undefined) endpoint = { url, token };
    return endpoint !== undefined;
  });
  if (endpoint === undefined) throw new Error('The plugin does not listen.');
  return endpoint;
}

/** What the plugin says of its server. */
export async function status(): Promise<z.output<typeof serverStatus>> {
  const text = await browser.executeObsidian(({ plugins }) =>
    JSON.stringify(plugins.lecternMcp.control.status()),
  );
  return serverStatus.parse(JSON.parse(text));
}

/** A test that runs only where this holds. */
export function where(holds: boolean): (title: string, body: () => Promise<void>) => void {
  return (title, body) => {
    if (holds) it(title, body);
    else it.skip(title, body);
  };
}
