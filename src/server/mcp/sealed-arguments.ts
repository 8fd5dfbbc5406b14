import { jsonField } from '../../utils/json/json-field';
import { jsonWeight } from '../../utils/json/json-pieces';

/** Arguments with this many characters of JSON or more are sealed. */
const largeArguments = 64 * 1024;

/** A class that no JSON from outside can be an instance of. */
class SealedArguments {
  constructor(readonly value: object) {}
}

/**
 * Large arguments of a tool in a form that the SDK passes on unchecked: it checks their keys one by one, several
 * times and in one step, which takes 100 ms for 90,000 of them (measured). The tool checks them itself.
 */
export function sealArguments(given: object): object {
  return jsonWeight(given, largeArguments) <= largeArguments ? given : { sealed: new SealedArguments(given) };
}

/** The arguments as the client sent them. */
export function unsealArguments(given: unknown): unknown {
  const sealed = jsonField(given, 'sealed');
  return sealed instanceof SealedArguments ? sealed.value : given;
}
