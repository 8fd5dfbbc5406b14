import type { Desk } from './desk';

/** Somebody who sees the window and nothing else: finds things by the text that is there, and clicks where they are. */
export class Visitor {
  constructor(private readonly desk: Desk) {}

  /** Clicks the last thing in sight that says just this, or that is named so where it has only an icon. */
  async click(text: string): Promise<void> {
    const selector = await this.find(text);
    await this.desk.page.$eval(selector, element => element.scrollIntoView({ block: 'center' }));
    await this.desk.page.click(selector);
    await this.unmark();
  }

  /** Waits until something in sight says just this. */
  async see(text: string): Promise<void> {
    await this.find(text);
    await this.unmark();
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    await this.desk.page.keyboard.type(text);
  }

  /** Chooses from the list that is in the row with this name. */
  async choose(row: string, option: string): Promise<void> {
    const value = await this.desk.page.waitForFunction(
      (name: string, wanted: string, mark: string) => {
        const rows = [...document.querySelectorAll('.setting-item')].filter(
          one => one.checkVisibility() && one.querySelector('.setting-item-name')?.textContent === name,
        );
        const select = rows.at(-1)?.querySelector('select');
        if (!(select instanceof HTMLSelectElement)) return undefined;
        const choice = [...select.options].find(({ label }) => label === wanted);
        if (choice === undefined) return undefined;
        select.setAttribute(mark, '');
        return choice.value;
      },
      {},
      row,
      option,
      found,
    );
    await this.desk.page.select(`select[${found}]`, String(await value.jsonValue()));
    await this.unmark();
  }

  /** Marks it, since a handle of an unknown node cannot be clicked. */
  private async find(text: string): Promise<string> {
    await this.desk.page.waitForFunction(
      (wanted: string, mark: string) => {
        const isNamed = (element: Element): boolean => {
          if (!element.checkVisibility()) return false;
          if (element.textContent.trim() === wanted) return true;
          const label = element.getAttribute('role') === 'button' ? element.getAttribute('aria-label') : null;
          return label?.startsWith(`${wanted}:`) === true;
        };
        const named = [...document.querySelectorAll('body *')].filter(isNamed);
        // The innermost of those that say the same, since the outer ones only hold it.
        const found = named.findLast(one => !named.some(other => other !== one && one.contains(other)));
        found?.setAttribute(mark, '');
        return found !== undefined;
      },
      {},
      text,
      found,
    );
    return `[${found}]`;
  }

  private async unmark(): Promise<void> {
    await this.desk.page.$$eval(
      `[${found}]`,
      (elements, mark) => {
        for (const element of elements) element.removeAttribute(mark);
      },
      found,
    );
  }
}

const found = 'data-found-by-text';
