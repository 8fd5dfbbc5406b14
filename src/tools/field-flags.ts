import * as z from 'zod';

/** What the declaration of an argument says in addition to its type and description. */
interface FieldFlags {
  /** Calls accept it although no list shows it. */
  readonly unlisted?: true;
  /** Few calls need it: the `core` profile does not list it, but calls accept it. */
  readonly rare?: true;
  /** An empty text is a value, where it otherwise counts as left out. */
  readonly mayBeEmpty?: true;
  /**
   * The text, or each text in the list, names a file, a file or folder, or a file as in a link. A call waits until the
   * app knows the file; a missing one is looked up as an alias. `folder` and the like mean a `path` that may be one.
   */
  readonly names?: 'file' | 'folder' | 'link';
  /** A single text is split at commas, since no item contains one. */
  readonly byCommas?: true;
  /** A call may give the arguments of a single item at the top level. */
  readonly itemAtTop?: true;
  /** The list's description names the arguments of its items, which are listed without their own. */
  readonly fieldsInText?: true;
  /** Its value in JSON, as a refusal shows it. */
  readonly example?: string;
  /** The type listed for the items of a list that are checked against another type. */
  readonly listedItems?: z.ZodObject;
  /** The usual members of an object of any shape: some clients refuse a schema without members. */
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

/** Includes the flags of the type it was derived from, as by `describe`, and of the type inside `optional` and `default`. */
export function flagsOf(field: z.core.$ZodType | undefined): FieldFlags {
  if (field === undefined) return {};
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : undefined;
  return { ...flagsOf(inner), ...flagsOf(field._zod.parent), ...declared.get(field) };
}
