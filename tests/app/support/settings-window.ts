import { browser } from '@wdio/globals';
import { until } from './app-under-test';
import { RealApp } from './real-app';

/** Opens the plugin's settings, in the window that the app chooses, and makes that the window of the next commands. */
export async function openSettings(): Promise<void> {
  await browser.executeObsidianCommand('app:open-settings');
  await until('the settings are open', async () => {
    for (const handle of await browser.getWindowHandles()) {
      await browser.switchToWindow(handle);
      if (await browser.$('.vertical-tab-nav-item').isExisting()) return true;
    }
    return false;
  });
  await browser.$('.vertical-tab-nav-item*=Lectern').click();
  await browser.$('.lectern-settings').waitForExist();
}

/** Opens a page of the plugin's settings by its name. */
export async function openPage(name: string): Promise<void> {
  await browser.$(`.lectern-settings .setting-item-name=${name}`).click();
}

/** Closes the settings and goes back to the main window. */
export async function closeSettings(main: string): Promise<void> {
  const handles = await browser.getWindowHandles();
  await browser.keys(['\uE00C']);
  await until('the settings are closed', async () => {
    await browser.switchToWindow(main);
    const isOpen = await browser.$('.lectern-settings').isExisting();
    return !isOpen && (await browser.getWindowHandles()).length <= handles.length;
  });
}

/** How many elements match in the window of the commands. */
export function count(selector: string): Promise<number> {
  return browser.execute(query => document.querySelectorAll(query).length, selector);
}

/** Whether settings have a window of their own: the option "Open settings in new window". */
export async function isOwnWindow(main: string): Promise<boolean> {
  return (await browser.getWindowHandle()) !== main;
}

/** Copies by the row's button and reads the clipboard back in the same window. */
export async function copied(button: string): Promise<string> {
  await browser.$(button).click();
  return browser.execute(() => navigator.clipboard.readText());
}

/** What a suite works on, from the beginning of each test to its end. */
export interface OpenSettings {
  app: RealApp;
  /** Handle of the first window. */
  main: string;
}

/** Opens the plugin's settings before each test of a suite, and closes them after it. */
export function withSettings(suite: (open: () => OpenSettings) => void): () => void {
  return () => {
    let open: OpenSettings | undefined;
    const opened = (): OpenSettings => {
      if (open === undefined) throw new Error('The settings are not open.');
      return open;
    };
    beforeEach(async () => {
      open = { app: await RealApp.open(), main: await browser.getWindowHandle() };
      await openSettings();
    });
    afterEach(async () => {
      const { app, main } = opened();
      await closeSettings(main);
      await app.close();
    });
    suite(opened);
  };
}
