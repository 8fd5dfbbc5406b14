import type * as z from 'zod';

/** What the declaration of an argument says beside its type and description. */
export interface FieldFlags {
  /** Calls accept it although no list shows it. */
  readonly unlisted?: true;
  /** An empty text is a value, where it otherwise counts as left out. */
  readonly mayBeEmpty?: true;
  /** The path may be a folder, so that names such as `folder` mean it. */
  readonly takesFolder?: true;
  /** A call may give the arguments of one item of the list beside the others. */
  readonly itemAtTop?: true;
  /** The list's description names the arguments of its items, which are listed without their own. */
  readonly fieldsInText?: true;
  /** What is listed for the items of a list that checks them by another type. */
  readonly listedItems?: z.ZodObject;
  /** What an object of any shape usually has: clients refuse one that lists no members. */
  readonly usual?: Readonly<Record<string, z.core.JSONSchema.BaseSchema>>;
}

/** Filled by declarations only. */
const declared = new WeakMap<z.core.$ZodType, FieldFlags>();

export function flagged<Field extends z.ZodType>(field: Field, flags: FieldFlags): Field {
  const own = field.clone();
  declared.set(own, flags);
  return own;
}

/** Those of a field that was derived from another, as by `describe`, include that one's. */
export function flagsOf(field: z.core.$ZodType | undefined): FieldFlags {
  return field === undefined ? {} : { ...flagsOf(field._zod.parent), ...declared.get(field) };
}
