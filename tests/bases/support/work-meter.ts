/** Counts the work of an evaluation apart from the budget that is to pay for it. */

/** Units of work for a character that is read or copied, and for one that a search looks at. */
const [perCharacter, perLook] = [1 / 64, 1 / 128];

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Cost = (receiver: unknown, args: readonly unknown[], result: unknown) => number;

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length * perCharacter;
  return Array.isArray(value) ? value.length : 0;
}

const whole: Cost = receiver => 1 + lengthOf(receiver);
const made: Cost = (_receiver, _args, result) => 1 + lengthOf(result);
const joined: Cost = (receiver, _args, result) => 1 + lengthOf(receiver) + lengthOf(result);
/** The engine's own search may look at each character as often as the wanted text is long. */
const searched: Cost = (receiver, [wanted]) =>
  1 + (Math.max(1, String(wanted).length) * String(receiver).length * perLook) / 8;
const edge: Cost = (receiver, [wanted]) =>
  1 + Math.min(String(wanted).length, String(receiver).length) * perCharacter;
const properties: Cost = (_receiver, _args, result) => 1 + lengthOf(result);

const costs: readonly (readonly [owner: object, names: readonly string[], cost: Cost])[] = [
  [Array.prototype, ['map', 'flatMap', 'filter', 'concat', 'toReversed', 'reverse', 'sort'], whole],
  [Array.prototype, ['slice', 'flat'], made],
  [Array.prototype, ['join'], joined],
  [String.prototype, ['toLowerCase', 'trim', 'normalize', 'replace'], whole],
  [String.prototype, ['slice', 'repeat'], made],
  [String.prototype, ['split', 'includes', 'indexOf', 'replaceAll'], searched],
  [String.prototype, ['startsWith', 'endsWith'], edge],
  [Object, ['keys', 'entries'], properties],
  [Map.prototype, ['set'], () => 1],
  [Set.prototype, ['add'], () => 1],
];

/** The units of work that the language's own functions do while `work` runs. @param spend takes them one by one */
export function metered<T>(work: () => T, spend: (units: number) => void): T {
  const originals: (() => void)[] = [];
  for (const [owner, names, cost] of costs)
    for (const name of names) {
      const property = Object.getOwnPropertyDescriptor(owner, name);
      const original: unknown = property?.value;
      if (property === undefined || !isMethod(original)) throw new Error(`There is no ${name}.`);
      const counting: Method = function (...args) {
        const result = original.apply(this, args);
        spend(cost(this, args, result));
        return result;
      };
      Object.defineProperty(owner, name, { ...property, value: counting });
      originals.push(() => Object.defineProperty(owner, name, property));
    }
  try {
    return work();
  } finally {
    for (const restore of originals) restore();
  }
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}
