// The SDK brings validators of JSON Schema and standard input and output. We validate with zod and speak HTTP, so
// neither is ever asked; the validator that it would take generates code at run time.
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('JSON Schema validators are not part of this bundle.');
  }
}
export const process = {};
