/** The names of properties in a base's columns, sorting and groups. */

export type PropertyKind = 'note' | 'file' | 'formula';

export interface PropertyId {
  readonly kind: PropertyKind;
  readonly name: string;
}

/** `note.x`, `file.x`, `formula.x`; a name without a prefix, and the older `property.x`, are of the note. */
export function parsePropertyId(text: string): PropertyId {
  const dot = text.indexOf('.');
  const [prefix, name] = [text.slice(0, Math.max(0, dot)), text.slice(dot + 1)];
  switch (prefix) {
    case 'note':
    case 'file':
    case 'formula':
      return { kind: prefix, name };
    case 'property':
      return { kind: 'note', name };
    default:
      return { kind: 'note', name: text };
  }
}

export function propertyIdText({ kind, name }: PropertyId): string {
  return `${kind}.${name}`;
}
