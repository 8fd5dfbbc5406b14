import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import type { AppInterface } from '../../../src/app-interface';
import type { Language } from '../../../src/ui/text/message';
import { RunningLectern } from '../../support/lectern';
import { appInterfaceOf } from '../../support/app-interface';
import type { Files } from '../../support/files/vault-folder';
import { tellActivity } from './activity-answers';
import { asInApp } from './app-lectern';
import { Bridge } from './bridge';
import { answersOf } from './desk-answers';
import { openChromium, type OpenChromium } from './chromium';

export type Theme = 'light' | 'dark';

/** Where the settings are opened: the app has an option for a window of their own, which is on by default. */
export const settingsWindows = ['the first window', 'a window of their own'] as const;
export type SettingsWindow = (typeof settingsWindows)[number];

/** A running Lectern, and its interface in a page of a real browser. */
export class Desk {
  private second: Page | undefined;

  private constructor(
    readonly lectern: RunningLectern,
    readonly appInterface: AppInterface,
    /** The first window. */
    readonly main: Page,
    private readonly bridge: Bridge,
    private readonly chromium: OpenChromium,
    /** What went wrong in the page. */
    readonly problems: readonly string[],
    private readonly watch: (page: Page) => void,
  ) {}

  /** The window that the test works in. */
  get page(): Page {
    return this.second ?? this.main;
  }

  static async open(files: Files = {}, settings?: Record<string, unknown>): Promise<Desk> {
    const chromium = await openChromium();
    const lectern = await RunningLectern.start(settings === undefined ? { files } : asInApp(files, settings));
    const appInterface = appInterfaceOf(lectern);
    const bridge = await Bridge.open(answersOf(lectern, appInterface));
    tellActivity(bridge, appInterface);
    appInterface.tab.live.subscribe(() => bridge.tell('live', appInterface.tab.live.state));
    const page = await chromium.browser.newPage();
    const problems: string[] = [];
    const watch = (watched: Page): void => {
      watched.on('pageerror', error => problems.push(String(error)));
      watched.on('console', message => {
        if (message.type() === 'error') problems.push(message.text());
      });
    };
    watch(page);
    const desk = new Desk(lectern, appInterface, page, bridge, chromium, problems, watch);
    await desk.load();
    return desk;
  }

  /** Loads the first window again; another is closed. */
  async load(): Promise<void> {
    await this.closeSecond();
    await this.page.goto(this.bridge.url);
    await this.page.waitForSelector('body.is-ready');
  }

  /** Closes the window of the settings, as its user does, without leaving the field that has the focus. */
  async closeSecond(): Promise<void> {
    await this.second?.close();
    this.second = undefined;
  }

  /** Sets the app's language, and loads the first window again. */
  async speak(language: Language): Promise<void> {
    await this.main.evaluate(code => {
      window.localStorage.setItem('language', code);
      document.documentElement.lang = code;
    }, language);
    await this.load();
  }

  /** A window of their own is the one that the test works in from then on. */
  async openSettings(where: SettingsWindow = 'the first window'): Promise<void> {
    if (where === 'the first window') {
      await this.page.evaluate('lecternPage.openSettings()');
      return;
    }
    const opening = new Promise<Page>(resolve => this.main.once('popup', page => page && resolve(page)));
    await this.main.evaluate('lecternPage.openSettingsWindow()');
    this.second = await opening;
    this.watch(this.second);
    await this.second.waitForSelector('.lectern-settings');
    await this.second.bringToFront();
    await this.show('light');
  }

  /** Opens pages of the settings by their names, each from the one before. */
  async openPages(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.page.$$eval(
        '.lectern-settings .setting-item.mod-clickable',
        (rows, wanted) => {
          const named = (row: Element): boolean =>
            row.querySelector('.setting-item-name')?.textContent === wanted;
          rows.find(named)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        },
        name,
      );
      await this.waitForText('.setting-page-title', name);
    }
  }

  /** Goes back by so many pages of the settings. */
  async leavePages(count: number): Promise<void> {
    for (let page = 0; page < count; page += 1) await this.page.click('.setting-page-back');
  }

  async openActivity(): Promise<void> {
    await this.page.evaluate('lecternPage.openActivity()');
    await this.page.waitForSelector('.lectern-activity');
  }

  async show(theme: Theme, width = 900): Promise<void> {
    await this.page.setViewport({ width, height: 900 });
    await this.page.evaluate(`document.body.className = 'is-ready theme-${theme}'`);
  }

  /** The text of the first element, without the spaces around it. */
  async text(selector: string): Promise<string> {
    return this.page.$eval(selector, element => element.textContent.trim());
  }

  /** Waits until the element says something that has these words. */
  async waitForText(selector: string, words: string, page = this.page): Promise<void> {
    await page.waitForFunction(
      (asked: string, expected: string) =>
        document.querySelector(asked)?.textContent.includes(expected) === true,
      {},
      selector,
      words,
    );
  }

  /** Clicks a button by what a screen reader calls it; the last one, since dialogs come last. */
  async press(name: string, within = 'body'): Promise<void> {
    const buttons = `${within} button`;
    await this.page.waitForFunction(
      (selector: string, wanted: string) =>
        [...document.querySelectorAll(selector)].some(
          button => (button.getAttribute('aria-label') ?? button.textContent) === wanted,
        ),
      {},
      buttons,
      name,
    );
    await this.page.$$eval(
      buttons,
      (found, wanted) => {
        const button = found.findLast(one => (one.getAttribute('aria-label') ?? one.textContent) === wanted);
        // As for a person, a disabled button does nothing. One that was made in another window is of no class of this one.
        if (button?.matches(':disabled') === false)
          button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      },
      name,
    );
  }

  /** Chooses an item of the open menu. */
  async chooseItem(title: string): Promise<void> {
    await this.page.waitForSelector('.menu');
    await this.page.$$eval(
      '.menu-item',
      (items, wanted) =>
        items
          .find(item => item.textContent === wanted)
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
      title,
    );
    await this.waitForGone('.menu');
  }

  async pressSwitch(name: string): Promise<void> {
    await this.page.$eval(`[role='switch'][aria-label='${name}']`, input => {
      input.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    });
  }

  async focusOn(name: string): Promise<void> {
    await this.page.focus(`[aria-label='${name}']`);
  }

  /** Types into a field in the place of what is there, and leaves it. */
  async fill(name: string, text: string): Promise<void> {
    await this.focusOn(name);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('A');
    await this.page.keyboard.up('Control');
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Tab');
  }

  async choose(name: string, value: string): Promise<void> {
    await this.page.select(`select[aria-label='${name}']`, value);
  }

  async openDetails(selector: string): Promise<void> {
    // Not where it is now: what is above it may still grow.
    await this.page.$eval(`${selector} summary`, summary => {
      summary.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    });
    await this.page.waitForSelector(`${selector} [role='switch']`);
  }

  /** What a screen reader says of the element that has the focus. */
  async focused(): Promise<unknown> {
    return this.page.evaluate(
      `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent`,
    );
  }

  async waitForGone(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { hidden: true });
  }

  /** Waits for something on the plugin's side that no event tells of. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + 10_000;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error('It did not come about.');
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  /** Of axe, those of serious and critical impact, in words; not the contrast of controls that have the app's colours. */
  async accessibilityFindings(): Promise<string[]> {
    await this.page.evaluate(axeSource);
    const result = axeResult.parse(await this.page.evaluate('axe.run(document)'));
    return result.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
      .filter(finding => !appColours.test(finding));
  }

  async close(): Promise<void> {
    await this.chromium.close();
    await this.bridge.close();
    await this.lectern.close();
  }
}

const axeSource = readFileSync(
  join(__dirname, '..', '..', '..', 'node_modules', 'axe-core', 'axe.min.js'),
  'utf8',
);

/** Its buttons, filled ones above all, are fainter than axe asks for in both themes. */
const appColours = /^color-contrast: <(?:button|input|select|textarea)\b(?![^>]*class="[^"]*lectern-)/;

const axeResult = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      nodes: z.array(z.object({ html: z.string() })),
    }),
  ),
});
