import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/client';

/**
 * Compiles the schemas of results once for all clients that share it. A client checks each result against the schema
 * that the tool was listed with. It compiles the schemas of all tools: that of the 2.x SDK at its first call, that of
 * the 1.x SDK each time it lists the tools.
 */
export class ResultSchemas implements jsonSchemaValidator {
  private readonly known = new Map<string, JsonSchemaType>();

  /** The compiler, of the same SDK as the clients, keeps what it made of an object. */
  constructor(private readonly compiler: jsonSchemaValidator) {}

  /** Equal schemas become the same object. */
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema);
    const first = this.known.get(text) ?? schema;
    this.known.set(text, first);
    return this.compiler.getValidator<T>(first);
  }
}
