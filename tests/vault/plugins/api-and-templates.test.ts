import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../src/errors';
import { property, callPluginMethod } from '../../../src/vault/plugins/plugin-api';
import { momentOf } from '../../../src/vault/plugins/periodic-notes';
import {
  atTimeOf,
  filledParts,
  type TemplateContext,
} from '../../../src/vault/plugins/templates/template-variables';
import { runTemplater } from '../../../src/vault/plugins/templates/templater';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';

describe('methods of plugins', () => {
  const { signal } = new AbortController();
  const call = (api: unknown, given: { timeout?: number; signal?: AbortSignal } = {}): Promise<unknown> =>
    callPluginMethod(api, 'ask', ['a', 1], { name: 'Almanac', timeout: 5000, signal, ...given });

  async function failureOf(work: Promise<unknown>): Promise<string> {
    try {
      await work;
      return 'none';
    } catch (error) {
      return error instanceof ToolFailure ? `${error.code}: ${error.message}` : 'foreign';
    }
  }

  test('a call of a plugin’s method gives what the method returns, at once or later, called on its own object', async () => {
    const api = {
      name: 'own',
      ask(this: { name: string }, ...values: unknown[]) {
        return [this.name, ...values];
      },
    };
    expect(await call(api)).toEqual(['own', 'a', 1]);
    expect(await call({ ask: () => Promise.resolve(2) })).toBe(2);
  });

  test('fails in time when there is no answer', async () => {
    const never = { ask: () => new Promise(() => undefined) };
    expect(await failureOf(call(never, { timeout: 2 }))).toBe(
      'budget_exceeded: Almanac did not answer within 0.002 seconds.',
    );
  });

  test('a call of a plugin’s method ends when the client’s call ends', async () => {
    const controller = new AbortController();
    const waiting = call({ ask: () => new Promise(() => undefined) }, { signal: controller.signal });
    controller.abort(new ToolFailure('budget_exceeded', 'The client went away.'));
    expect(await failureOf(waiting)).toBe('budget_exceeded: The client went away.');
  });

  test('the error of a call of a plugin’s method does not contain what the plugin throws', async () => {
    const throwing = {
      ask: () => {
        throw new Error('Secret.md');
      },
    };
    expect(await failureOf(call(throwing))).toBe('internal_error: Almanac failed.');
    expect(await failureOf(call({ ask: () => Promise.reject(new Error('Secret.md')) }))).toBe(
      'internal_error: Almanac failed.',
    );
  });

  test('the error names a plugin’s method that is missing', async () => {
    for (const api of [undefined, null, {}, { ask: 1 }])
      expect(await failureOf(call(api))).toMatch(/^plugin_missing/);
  });

  test('a property is read of any value, as undefined where there is none', () => {
    const throwing = {
      get bad(): never {
        throw new Error('no');
      },
    };
    expect([property(throwing, 'bad'), property(null, 'x'), property('text', 'length')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('templates', () => {
  const fillTemplate = (text: string, context: TemplateContext): string =>
    [...filledParts(text, context)].join('');

  const now = new Date('2026-11-21T09:30:15+01:00');
  const core: TemplateContext = {
    title: 'My $& note',
    at: momentOf(now),
    now: momentOf(now),
    dateFormat: 'DD.MM.YYYY',
    timeFormat: 'H.mm',
  };

  function periodic(
    period: NonNullable<TemplateContext['period']>,
    day: string,
    format: string,
  ): TemplateContext {
    const at = atTimeOf(momentOf(new Date(day)), now);
    return { ...core, at, dateFormat: format, timeFormat: 'HH:mm', period };
  }

  describe('the variables of the core plugin', () => {
    test.each([
      ['{{title}}', 'My $& note'],
      ['{{ TITLE }}', 'My $& note'],
      ['{{date}} {{time}}', '21.11.2026 9.30'],
      ['{{date:YYYY-MM-DD}}', '2026-11-21'],
      ['{{time:YYYY-MM-DD HH:mm:ss}}', '2026-11-21 09:30:15'],
      ['{{date:[{{] dddd}}', '{{ Saturday'],
      ['{{{date}}}', '{21.11.2026}'],
      ['{{x {{title}}', '{{x My $& note'],
      ['{{title}}{{title}}', 'My $& noteMy $& note'],
    ])('%s is %s', (template, expected) => {
      expect(fillTemplate(template, core)).toBe(expected);
    });

    test.each([
      '{{date+1d}}',
      '{{tomorrow}}',
      '{{monday:DD}}',
      '{{title:YYYY}}',
      '{{date:}}',
      '{{unknown}}',
      '{{date',
      'date}}',
      '{{}}',
      '{{date:\n}}',
      `{{date:${'Y'.repeat(200)}}}`,
      '',
    ])('%j stays as it is', template => {
      expect(fillTemplate(template, core)).toBe(template);
    });

    test('what was filled in is not looked through again', () => {
      expect(fillTemplate('{{title}}', { ...core, title: '{{date}}' })).toBe('{{date}}');
    });
  });

  describe('the variables of Periodic Notes', () => {
    const day = periodic('daily', '2026-11-20T00:00:00+01:00', 'YYYY-MM-DD');
    const week = periodic('weekly', '2026-11-15T00:00:00+01:00', 'gggg-[W]ww');
    const month = periodic('monthly', '2026-11-01T00:00:00+01:00', 'YYYY-MM');

    test.each([
      [day, '{{date}} {{time}}', '2026-11-20 09:30'],
      [day, '{{yesterday}} {{tomorrow}}', '2026-11-19 2026-11-21'],
      [day, '{{date+1d:ddd}} {{date -2w}} {{ date +1M : MMMM }}', 'Sat 2026-11-06 December'],
      [day, '{{date+1q:Q}} {{date-1y:YYYY}}', '1 2025'],
      [day, '{{time+2h:HH:mm}} {{time-31m:HH:mm}} {{time+1s:ss}}', '11:30 08:59 16'],
      [week, '{{title}} {{date}} {{date:DD}}', 'My $& note 2026-W47 15'],
      [week, '{{sunday:DD}} {{Monday : DD}} {{saturday:DD}}', '15 16 21'],
      [week, '{{date+1w}}', '2026-W48'],
      [month, '{{month:MMMM}} {{month+1M:MMMM}} {{month}}', 'November December 2026-11'],
      [periodic('quarterly', '2026-10-01', 'YYYY-[Q]Q'), '{{quarter}} {{quarter+1q}}', '2026-Q4 2027-Q1'],
      [periodic('yearly', '2026-01-01', 'YYYY'), '{{year}} {{year-1y}}', '2026 2025'],
    ])('of %# are filled: %s %s', (context, template, expected) => {
      expect(fillTemplate(template, context)).toBe(expected);
    });

    test.each([
      [day, '{{monday:DD}}'],
      [day, '{{month}}'],
      [day, '{{date+1x}}'],
      [day, '{{tomorrow:DD}}'],
      [week, '{{monday}}'],
      [week, '{{yesterday}}'],
      [month, '{{quarter}}'],
    ])('of another period stay: %# %s', (context, template) => {
      expect(fillTemplate(template, context)).toBe(template);
    });

    test('a day without its own hour is still that day', () => {
      const at = atTimeOf(
        momentOf(new Date('2026-03-29T00:00:00+01:00')),
        new Date('2026-03-28T02:30:00+01:00'),
      );
      expect(at.format('YYYY-MM-DD')).toBe('2026-03-29');
    });
  });

  test('hostile text is looked through once', () => {
    const texts = ['{{', '{{date:', '{{ ', '{{date ', '}}', '{{x}}'].map(part => part.repeat(200_000));
    for (const text of texts) expect(fillTemplate(text, core)).toBe(text);
  });

  test('a template full of variables, or of what looks like them, is filled in small steps', () => {
    for (const text of ['{{date:LLLL}}'.repeat(500), '{{nothing}}'.repeat(500)])
      expect([...filledParts(text, core)]).toHaveLength(501);
  });

  describe('Templater', () => {
    let vault: TemporaryVault;
    beforeEach(async () => {
      vault = await temporaryVault({ 'T.md': '<% 1 %>' });
    });
    afterEach(() => vault.close());

    function run(parse: () => unknown): Promise<string> {
      const templater = { create_running_config: () => ({}), read_and_parse_template: parse };
      Reflect.set(vault.host.internals.plugins.plugins, 'templater-obsidian', { templater });
      const file: TFile | null = vault.host.app.vault.getFileByPath('T.md');
      if (file === null) throw new Error('no template');
      const draft = { path: 'New.md', make: () => Promise.resolve(file), whenEnded: () => undefined };
      return runTemplater(vault.host.app, file, draft, 1);
    }

    test('a template that never ends is given up', async () => {
      await expect(run(() => new Promise(() => undefined))).rejects.toMatchObject({
        code: 'budget_exceeded',
      });
    });

    test('a template that fails after it was given up troubles nobody', async () => {
      let fail: (error: Error) => void = () => undefined;
      const late = new Promise((_resolve, reject) => (fail = reject));
      await expect(run(() => late)).rejects.toMatchObject({ code: 'budget_exceeded' });
      fail(new Error('late'));
      await new Promise(resolve => setImmediate(resolve));
    });
  });
});
