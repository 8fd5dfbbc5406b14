import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Misuse } from './command-context';
import { nearName, offer } from './near-names';

type OptionTable = NonNullable<ParseArgsConfig['options']>;
interface Config<T extends OptionTable> {
  readonly args: string[];
  readonly options: T;
  readonly allowPositionals: true;
  readonly strict: true;
}
export type ParsedWords<T extends OptionTable> = ReturnType<typeof parseArgs<Config<T>>>;

/** @throws Misuse for an unknown option, and for a value too many or too few */
export function parsedWords<T extends OptionTable>(words: readonly string[], options: T): ParsedWords<T> {
  refuseWrong(words, options);
  return parseArgs<Config<T>>({ args: [...words], options, allowPositionals: true, strict: true });
}

/** Checks before Node does, whose messages differ between versions and give advice that does not apply here. */
function refuseWrong(words: readonly string[], options: OptionTable): void {
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = new Map(Object.entries(options)).get(name);
    if (option === undefined) {
      const near = nearName(name, Object.keys(options));
      throw new Misuse(
        `There is no option ${rawName}.${offer(near === undefined ? undefined : `--${near}`)}`,
      );
    }
    if (option.type === 'boolean' && value !== undefined) throw new Misuse(`${rawName} takes no value.`);
    const isMissing = value === undefined || (!inlineValue && /^-./u.test(value));
    if (option.type === 'string' && isMissing) throw new Misuse(`${rawName} needs a value.`);
  }
}

/** Refuses options that would be ignored. @param reason begins after their names @throws Misuse */
export function refuseIgnored(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  reason: string,
): void {
  const given = names.find(name => values[name] !== undefined);
  if (given !== undefined) throw new Misuse(`--${given} ${reason}`);
}
