import fc from 'fast-check';
import { closedSettings, loadSettings } from '../../src/settings/store/data-file';
import { type Settings, settingsSchema, type StoredToken, tokenSchema } from '../../src/settings/schema';
import { type ApprovalRisk, approvalRisks, approvalRules } from '../../src/utils/rights';
import { storedToken } from '../../src/settings/tokens/tokens';

const runs = { seed: 20261121, numRuns: 600 };

const globs = fc.array(fc.constantFrom('Private', 'Work/**', '*.secret.md'), { maxLength: 3 });
const toolNames = fc.subarray(['delete', 'move', 'run_command']);

const rule = fc.constantFrom(...approvalRules);
const approval = fc.record({
  edit: rule,
  overwrite: rule,
  delete: rule,
  move: rule,
  massChange: rule,
  command: rule,
});

const token: fc.Arbitrary<StoredToken> = fc
  .record({
    name: fc.constantFrom('default', 'visitor', 'librarian'),
    rights: fc.constantFrom('read' as const, 'write' as const, 'full' as const),
    value: fc.integer({ min: 0, max: 50 }),
    rules: fc.record({ allow: globs, allowWrite: globs, deny: globs, disabledTools: toolNames }),
    expires: fc.option(fc.constant('2026-12-31T22:59:59.000Z'), { nil: undefined }),
  })
  .map(({ name, rights, value, rules, expires }) => ({
    ...storedToken(name, rights, `lct_${value}`),
    ...rules,
    ...(expires === undefined ? {} : { expires }),
  }));

const settings: fc.Arbitrary<Settings> = fc
  .record({
    readOnly: fc.boolean(),
    autoStart: fc.boolean(),
    hidden: globs,
    disabledTools: toolNames,
    enabledTools: toolNames,
    approval,
    allowedOrigins: fc.subarray(['https://example.org']),
    tokens: fc.uniqueArray(token, { maxLength: 3, selector: ({ valueHash }) => valueHash }),
  })
  .map(parts => settingsSchema.parse(parts));

/** What a broken disk, a merge of two versions or a careless hand may put in the place of a value. */
const rubbish = fc.oneof(
  fc.constantFrom(null, undefined, '', 'yes', 0, -1, 1e9, NaN, true, [], {}, [null], [[]], { allow: 1 }),
  fc.jsonValue(),
);

type Damage = (value: unknown) => unknown;

/** Replaces, misspells or repeats something at one place, however deep. */
const damage: fc.Arbitrary<Damage> = fc
  .record({
    way: fc.constantFrom('replace' as const, 'misspell' as const, 'repeat' as const),
    path: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 }),
    by: rubbish,
  })
  .map(
    ({ way, path, by }) =>
      value =>
        damaged(value, path, inner =>
          way === 'replace' ? by : way === 'repeat' ? [inner, inner] : misspelt,
        ),
  );

const misspelt = Symbol('misspelt');

function damaged(value: unknown, [step, ...rest]: readonly number[], change: Damage): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return change(value);
  if (Array.isArray(value)) {
    const index = step % Math.max(1, value.length);
    return value.map((item: unknown, at) =>
      at === index ? dropMisspelt(damaged(item, rest, change)) : item,
    );
  }
  const entries = Object.entries(value);
  const index = step % Math.max(1, entries.length);
  return Object.fromEntries(
    entries.map(([key, item]: [string, unknown], at) => {
      if (at !== index) return [key, item];
      const next = damaged(item, rest, change);
      return next === misspelt ? [`${key.slice(0, -1)}_`, item] : [key, next];
    }),
  );
}

function dropMisspelt(value: unknown): unknown {
  return value === misspelt ? 'misspelt' : value;
}

const ranks = ['read', 'write', 'full'];

/** Every right that the loaded settings give and the stored ones did not. */
function gains(before: Settings, after: Settings): string[] {
  const found: string[] = [];
  const lacks = (now: readonly string[], then: readonly string[]): boolean =>
    then.some(rule => !now.includes(rule));
  for (const now of after.tokens) {
    const then = before.tokens.find(({ valueHash }) => valueHash === now.valueHash);
    if (then === undefined) found.push('a token');
    else {
      if (ranks.indexOf(now.rights) > ranks.indexOf(then.rights)) found.push('rights');
      if (lacks(now.deny, then.deny)) found.push('deny');
      if (now.expires !== then.expires) found.push('expires');
      if (lacks(now.disabledTools, then.disabledTools)) found.push('tools of a token');
      for (const rule of ['allow', 'allowWrite'] as const)
        if (then[rule].length > 0 && (now[rule].length === 0 || lacks(then[rule], now[rule])))
          found.push(rule);
    }
  }
  // Where nobody gets in, nothing else counts.
  if (after.tokens.length === 0) return found;
  if (before.readOnly && !after.readOnly) found.push('readOnly');
  const strictness = ({ approval: asked }: Settings, kind: ApprovalRisk): number =>
    approvalRules.indexOf(asked[kind]);
  if (approvalRisks.some(kind => strictness(after, kind) < strictness(before, kind))) found.push('approval');
  if (!before.autoStart && after.autoStart) found.push('autoStart');
  if (lacks(after.hidden, before.hidden)) found.push('hidden');
  if (lacks(after.disabledTools, before.disabledTools)) found.push('disabledTools');
  if (lacks(before.enabledTools, after.enabledTools)) found.push('enabledTools');
  if (lacks(before.allowedOrigins, after.allowedOrigins)) found.push('allowedOrigins');
  return found;
}

/** A value that was put there and reads as a choice of its owner's is no damage that anybody could see. */
function readsAsChoice(value: unknown): boolean {
  return settingsSchema.safeParse(value).success;
}

describe('settings that were damaged', () => {
  test('never give more rights than before, whatever became of them', () => {
    fc.assert(
      fc.property(settings, fc.array(damage, { minLength: 1, maxLength: 3 }), (before, all) => {
        const stored = all.reduce<unknown>((value, one) => one(value), structuredClone(before));
        const loaded = loadSettings(stored);
        expect(settingsSchema.safeParse(loaded.settings).success).toBe(true);
        if (readsAsChoice(stored)) return;
        expect(gainsByDamage(before, stored, loaded.settings)).toEqual([]);
        expect(loaded.problems.length).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  test('that are truncated anywhere stop all access, or are unchanged', () => {
    fc.assert(
      fc.property(settings, fc.nat(), (before, cut) => {
        const text = JSON.stringify(before);
        const part = text.slice(0, cut % (text.length + 1));
        const loaded = loadCut(part);
        expect(part === text ? loaded : closedSettings(loaded)).toEqual(loaded);
      }),
      runs,
    );
  });
});

/** As the store does it: a file that is no JSON never reaches `loadSettings`. */
function loadCut(text: string): Settings {
  try {
    return loadSettings(JSON.parse(text)).settings;
  } catch {
    return closedSettings(settingsSchema.parse({}));
  }
}

/**
 * The gains that the damage did not itself spell out: a part that still reads as a value of its kind, such as a
 * token with an empty list of folders, cannot be told from its owner's wish.
 */
function gainsByDamage(before: Settings, stored: unknown, after: Settings): string[] {
  const spelt = settingsSchema.parse({ ...before, ...soundParts(stored) });
  return gains(before, after).filter(gain => !gains(before, spelt).includes(gain));
}

function soundParts(stored: unknown): Record<string, unknown> {
  if (typeof stored !== 'object' || stored === null) return {};
  const parts: [string, unknown][] = Object.entries(stored);
  const sound = parts.flatMap(([key, value]) => {
    if (key === 'tokens' && Array.isArray(value))
      return [[key, value.filter((one: unknown) => tokenSchema.safeParse(one).success)] as const];
    const parsed = settingsSchema.safeParse({ [key]: value });
    return parsed.success ? [[key, value] as const] : [];
  });
  return Object.fromEntries(sound);
}
