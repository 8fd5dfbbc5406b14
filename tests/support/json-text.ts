import { jsonPieces } from '../../src/utils/json/json-pieces';

/** The JSON of a value as it is sent. */
export function sentJson(value: unknown): string {
  return Buffer.concat([...jsonPieces(value)].map(piece => Buffer.from(piece))).toString();
}
