import { z } from 'zod';
import { Desk } from './support/desk';

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open({ 'Home.md': 'home\n', 'Work/Plan.md': 'plan\n' });
});
afterAll(async () => {
  await desk.close();
});
beforeEach(async () => {
  await desk.load();
  await desk.show('light');
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

const widths = [320, 360, 420, 540, 900];

describe('the style sheet', () => {
  test('has no selector without an element of Lectern in it', async () => {
    expect(await desk.page.evaluate(foreignSelectors('/styles.css'))).toEqual([]);
  });

  test('is checked for selectors that only contain an element of Lectern somewhere', async () => {
    const foreign = [
      'body:has(.lectern-x) .setting-item',
      '.setting-item:not(.lectern-x)',
      '.modal:has(> :is(.a, .lectern-x)) button',
    ];
    const own = ['.lectern-x .setting-item', '.modal.lectern-x:has(.a)', ':is(.lectern-x, .lectern-y) p'];
    await desk.page.evaluate(addSheet([...foreign, ...own]));
    expect(await desk.page.evaluate(foreignSelectors('#sample'))).toEqual(foreign);
  });

  const looked = (['light', 'dark'] as const).flatMap(theme => widths.map(width => [theme, width] as const));
  test.each(looked)(
    'changes nothing of the rows of another plugin in %s at %i pixels',
    async (theme, width) => {
      await desk.show(theme, width);
      await desk.page.evaluate(addForeignRows);
      const withOurs = looks.parse(await desk.page.evaluate(computedLooks));
      await desk.page.evaluate(`document.querySelector('link[href="/styles.css"]').disabled = true`);
      const without = looks.parse(await desk.page.evaluate(computedLooks));
      expect(withOurs.length).toBeGreaterThan(12);
      expect(withOurs).toEqual(without);
    },
  );
});

describe('the settings', () => {
  const cases = widths.flatMap(width =>
    ['content-box', 'border-box'].map(sizing => [width, sizing] as const),
  );

  test.each(cases)('have no element that overflows its group at %i pixels with %s', async (width, sizing) => {
    await desk.show('light', width);
    if (sizing === 'border-box') await desk.page.evaluate(`document.body.classList.add('is-border-box')`);
    await desk.openSettings();
    await desk.openPages('Connections');
    await desk.press('Edit “test”');
    await desk.page.$$eval('.lectern-card-body details', parts => parts.forEach(part => (part.open = true)));
    await desk.page.waitForSelector('.lectern-token-tools .setting-item');
    expect(await desk.page.evaluate(stickingOut)).toEqual([]);
    expect(await desk.page.evaluate(tooClose)).toEqual([]);
    for (const pages of [['Safety'], ['Tools'], ['Tools', 'Categories', 'Write'], ['Search'], ['Advanced']]) {
      await desk.openSettings();
      await desk.openPages(...pages);
      expect(await desk.page.evaluate(stickingOut)).toEqual([]);
    }
  });

  test.each([320, 390, 480, 900])(
    'leave the text beside a switch all that the switch does not need at %i pixels',
    async width => {
      await desk.show('light', width);
      await desk.openSettings();
      await desk.openPages('Connections');
      await desk.press('Edit “test”');
      await desk.page.$$eval('.lectern-card-body details', parts =>
        parts.forEach(part => (part.open = true)),
      );
      await desk.page.waitForSelector('.lectern-token-tools .setting-item');
      const widths = roomOf.parse(await desk.page.evaluate(roomBesideSwitches));
      expect(widths.length).toBeGreaterThan(30);
      expect(widths.filter(({ text, row, control }) => text < row - control - 24)).toEqual([]);
    },
  );

  test('have the field for a public address below the text about it', async () => {
    await desk.show('light', 800);
    await desk.openSettings();
    await desk.openPages('Connections');
    await desk.press('Connect');
    await desk.page.waitForSelector('.modal input');
    const [text, field] = await Promise.all(
      ['.modal .setting-item-info', '.modal input'].map(selector =>
        desk.page.$eval(selector, element => {
          const { top, bottom, width } = element.getBoundingClientRect();
          return { top, bottom, width };
        }),
      ),
    );
    expect(field?.top).toBeGreaterThanOrEqual(text?.bottom ?? Infinity);
    expect(field?.width).toBeGreaterThan(300);
  });

  test('show which control has the focus, also on a button that is pressed', async () => {
    await desk.openSettings();
    await desk.openPages('Tools');
    await desk.press('Careful');
    await desk.waitForText(`button[aria-pressed='true']`, 'Careful');
    await desk.page.focus('.lectern-settings button');
    await desk.page.keyboard.press('Tab');
    await desk.page.focus(`button[aria-pressed='true']`);
    const shadow = await desk.page.$eval(
      `button[aria-pressed='true']`,
      button => getComputedStyle(button).boxShadow,
    );
    expect(shadow).toContain('0px 0px 0px 3px');
  });
});

const roomOf = z.array(z.object({ text: z.number(), row: z.number(), control: z.number() }));

/** The widths of the text of each row with a switch, of the row itself, and of its switch. */
const roomBesideSwitches = `[...document.querySelectorAll('.lectern-card-body .setting-item')]
  .filter(row => row.querySelector(':scope > .setting-item-control > .checkbox-container') !== null)
  .map(row => {
    const width = selector => row.querySelector(selector).getBoundingClientRect().width;
    return {
      text: width('.setting-item-info'),
      row: row.getBoundingClientRect().width,
      control: width('.checkbox-container'),
    };
  })`;

const looks = z.array(z.record(z.string(), z.string()));

/**
 * Rules may be in others, such as container rules. What a selector only asks of the elements within or beside, by
 * `:has` and `:not`, does not make its subject ours.
 */
const foreignSelectors = (sheet: string): string => `(() => {
  const found = [];
  const conditions = /:(?:has|not)\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)/g;
  const isOurs = selector => selector.replace(conditions, '').includes('.lectern-');
  const look = rules => {
    for (const rule of rules) {
      if (rule.selectorText === undefined) look(rule.cssRules ?? []);
      else found.push(...rule.selectorText.split(/,(?![^(]*\\))/).filter(one => !isOurs(one)));
    }
  };
  const isWanted = ({ href, ownerNode }) => (href ?? '#' + ownerNode.id).endsWith('${sheet}');
  look([...document.styleSheets].find(isWanted).cssRules);
  return found;
})()`;

const addSheet = (selectors: readonly string[]): string =>
  `document.head.append(Object.assign(document.createElement('style'), {
    id: 'sample',
    textContent: ${JSON.stringify(selectors.map(selector => `${selector} { color: red; }`).join('\n'))},
  }))`;

/** A tab as any plugin has, in the place of ours: a group, rows of each kind, a text, and a dialog's buttons. */
const addForeignRows = `(() => {
  const control = inner => '<div class="setting-item-control">' + inner + '</div>';
  const info = '<div class="setting-item-info"><div class="setting-item-name">Name</div>' +
    '<div class="setting-item-description">A sentence that is long enough to be broken in a narrow pane.</div></div>';
  const row = (inner, more = '') => '<div class="setting-item ' + more + '">' + info + control(inner) + '</div>';
  const tab = document.body.createDiv('vertical-tab-content foreign');
  tab.append(document.createRange().createContextualFragment(
    '<div class="setting-group"><div class="setting-item setting-item-heading">' + info + '</div>' +
    '<div class="setting-items">' +
    row('<div class="checkbox-container is-enabled"><input type="checkbox"></div>', 'mod-toggle') +
    row('<button aria-pressed="true">One</button><button class="mod-destructive">Two</button>') +
    row('<select><option>Choice</option></select><textarea></textarea>') +
    row('<input type="text">', 'is-active mod-problem') +
    '</div></div><details open><summary>More</summary><pre><code>text</code></pre></details>' +
    '<div class="modal-button-container"><button class="mod-cta">Done</button></div>',
  ));
})()`;

/** Every value that the browser computes for every element of that tab. */
const computedLooks = `[...document.querySelectorAll('.foreign, .foreign *, body')].map(element => {
  const style = getComputedStyle(element);
  return Object.fromEntries([...style].map(name => [name, style.getPropertyValue(name)]));
})`;

/** What lies outside of the room that its group, or the card around it, has for content; what scrolls by itself is left out. */
const stickingOut = `[...document.querySelectorAll('.lectern-settings :is(.setting-items, .lectern-card-body)')].flatMap(group => {
  const box = group.getBoundingClientRect();
  const style = getComputedStyle(group);
  const left = box.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) - 0.5;
  const right = box.right - parseFloat(style.borderRightWidth) - parseFloat(style.paddingRight) + 0.5;
  return [...group.querySelectorAll('*')]
    .filter(element => element.checkVisibility() && !element.parentElement.closest('pre'))
    .filter(element => {
      const rect = element.getBoundingClientRect();
      return rect.width > 0 && (rect.left < left || rect.right > right);
    })
    .map(element => element.outerHTML.slice(0, 160));
})`;

/** Cards whose first or last row touches their border. */
const tooClose = `[...document.querySelectorAll('.lectern-card-body')].filter(body => body.childElementCount > 0).flatMap(body => {
  const box = body.getBoundingClientRect();
  const first = body.firstElementChild.getBoundingClientRect();
  const last = body.lastElementChild.getBoundingClientRect();
  const gaps = [first.top - box.top, box.bottom - last.bottom];
  return gaps.filter(gap => gap < 8);
})`;
