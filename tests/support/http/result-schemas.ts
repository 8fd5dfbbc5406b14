import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

/**
 * Compiles the schemas of results once for all clients that share it. A client checks each result against the schema
 * that the tool was listed with, and compiles the schemas of all tools at its first call.
 */
export class ResultSchemas implements jsonSchemaValidator {
  private readonly compiler = new AjvJsonSchemaValidator();
  private readonly known = new Map<string, JsonSchemaType>();

  /** The compiler keeps what it made of an object, so equal schemas become the same object. */
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema);
    const first = this.known.get(text) ?? schema;
    this.known.set(text, first);
    return this.compiler.getValidator<T>(first);
  }
}
