import { isObject, jsonField } from '../../utils/json/json-field';
import { jsonWeight } from '../../utils/json/json-pieces';

/** Arguments with this many characters of JSON or more are sealed. */
const largeArguments = 64 * 1024;

/** A class that no JSON from outside can be an instance of. */
class SealedArguments {
  constructor(readonly value: object) {}
}

/**
 * A request whose large arguments the SDK passes on unchecked: it checks their keys one by one, several times
 * and in one step, which takes 100 ms for 90,000 of them (measured). The tool checks them itself.
 * @param body of any request
 */
export function sealArguments(body: unknown): unknown {
  const params = jsonField(body, 'params');
  const given = jsonField(params, 'arguments');
  if (!isObject(body) || !isObject(params) || !isObject(given)) return body;
  if (jsonField(body, 'method') !== 'tools/call' || jsonWeight(given, largeArguments) <= largeArguments)
    return body;
  return { ...body, params: { ...params, arguments: { sealed: new SealedArguments(given) } } };
}

/** The arguments as the client sent them. */
export function unsealArguments(given: unknown): unknown {
  const sealed = jsonField(given, 'sealed');
  return sealed instanceof SealedArguments ? sealed.value : given;
}
