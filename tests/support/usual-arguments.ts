import * as z from 'zod';
import { bare, flagsOf } from '../../src/tools/field-flags';
import type { Tool } from '../../src/tools/tool';

/**
 * The arguments that a tool needs, by its schema, so that a new tool needs no row in the tables of calls.
 * @param file what arguments name that name a file
 */
export function usualArguments({ input }: Tool, file: string): Record<string, unknown> {
  return valuesOf(input, file);
}

/** Arguments that are declared to take the name of one file or folder. */
export function fileArguments({ input }: Tool): string[] {
  const fields = Object.entries<z.core.$ZodType>(input.shape);
  return fields.flatMap(([name, field]) =>
    bare(field) instanceof z.ZodString && ['file', 'folder'].includes(flagsOf(field).names ?? '')
      ? [name]
      : [],
  );
}

function valuesOf({ shape }: z.ZodObject, file: string): Record<string, unknown> {
  const needed = Object.entries<z.core.$ZodType>(shape).filter(([, field]) => bare(field) === field);
  return Object.fromEntries(needed.map(([name, field]) => [name, valueOf(field, file, name)]));
}

/** Texts are the names of their arguments, so that no two are equal. */
function valueOf(field: z.core.$ZodType, file: string, name: string): unknown {
  if (flagsOf(field).names !== undefined) return file;
  if (field instanceof z.ZodString) return name;
  if (field instanceof z.ZodNumber) return 1;
  if (field instanceof z.ZodBoolean) return true;
  if (field instanceof z.ZodEnum) return field.options[0];
  if (field instanceof z.ZodArray) return [valueOf(field.element, file, name)];
  return field instanceof z.ZodObject ? valuesOf(field, file) : {};
}
