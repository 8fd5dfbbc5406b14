import * as z from 'zod';

/** What the declaration of an argument says beside its type and description. */
export interface FieldFlags {
  /** Calls accept it although no list shows it. */
  readonly unlisted?: true;
  /** Few calls need it: `core` does not list it, and calls accept it all the same. */
  readonly rare?: true;
  /** An empty text is a value, where it otherwise counts as left out. */
  readonly mayBeEmpty?: true;
  /**
   * The text, or each of the list, names a file, a file or folder, or a file as a link does. A call waits until the app
   * knows the file, and a missing one is answered with aliases. Arguments such as `folder` mean a `path` that may be one.
   */
  readonly names?: 'file' | 'folder' | 'link';
  /** One text is cut at its commas: no item has any. */
  readonly byCommas?: true;
  /** A call may give the arguments of one item of the list beside the others. */
  readonly itemAtTop?: true;
  /** The list's description names the arguments of its items, which are listed without their own. */
  readonly fieldsInText?: true;
  /** Its value in JSON, as a refusal shows it. */
  readonly example?: string;
  /** What is listed for the items of a list that checks them by another type. */
  readonly listedItems?: z.ZodObject;
  /** What an object of any shape usually has: clients refuse one that lists no members. */
  readonly usual?: Readonly<Record<string, z.core.JSONSchema.BaseSchema>>;
}

/** Filled by declarations only. */
const declared = new WeakMap<z.core.$ZodType, FieldFlags>();

/** The type inside `optional` and `default`. */
export function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let type = schema;
  while (type instanceof z.ZodOptional || type instanceof z.ZodDefault) type = type.unwrap();
  return type;
}

export function flagged<Field extends z.ZodType>(field: Field, flags: FieldFlags): Field {
  const own = field.clone();
  declared.set(own, flags);
  return own;
}

/** With those of the field that it was derived from, as by `describe`, and of that inside `optional` and `default`. */
export function flagsOf(field: z.core.$ZodType | undefined): FieldFlags {
  if (field === undefined) return {};
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : undefined;
  return { ...flagsOf(inner), ...flagsOf(field._zod.parent), ...declared.get(field) };
}
