/** What every tool takes, whatever its arguments are. */
import * as z from 'zod';
import { tools } from '../../../src/tools';
import { clientNames, usualNames } from '../../../src/tools/argument-shapes';
import { readArguments } from '../../../src/tools/arguments';
import { flagsOf } from '../../../src/tools/field-flags';
import type { Tool } from '../../../src/tools/tool';

type Fields = Readonly<Record<string, z.core.$ZodType>>;

function bare(field: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault ? bare(field.unwrap()) : field;
}

const isOptional = (field: z.core.$ZodType): boolean => bare(field) !== field;

/** A value that a field takes. */
function sample(field: z.core.$ZodType | undefined): unknown {
  const type = bare(field);
  if (type instanceof z.ZodString) return 'abc';
  if (type instanceof z.ZodEnum) return type.options[0];
  if (type instanceof z.ZodNumber) return Number(type.minValue);
  if (type instanceof z.ZodBoolean) return true;
  if (type instanceof z.ZodArray) return [sample(type.element)];
  if (type instanceof z.ZodObject) return samples(type);
  return type instanceof z.ZodRecord ? { key: null } : 'any';
}

function samples({ shape }: z.ZodObject, keep: (field: z.core.$ZodType) => boolean = () => true): object {
  const fields: Fields = shape;
  const kept = Object.entries(fields).filter(([, field]) => keep(field));
  return Object.fromEntries(kept.map(([name, field]) => [name, sample(field)]));
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The names in snake case, at every depth where they are declared. */
function inSnakeCase(value: unknown, field: z.core.$ZodType | undefined): unknown {
  const type = bare(field);
  if (type instanceof z.ZodArray && Array.isArray(value))
    return value.map(item => inSnakeCase(item, type.element));
  if (!(type instanceof z.ZodObject)) return value;
  const fields: Fields = type.shape;
  const entries = entriesOf(value).map(([name, one]) => [
    name.replace(/[A-Z]/gu, letter => `_${letter.toLowerCase()}`),
    inSnakeCase(one, fields[name]),
  ]);
  return Object.fromEntries(entries);
}

const cases = tools.map(tool => ({ name: tool.name, tool }));

describe.each(cases)('$name', ({ tool }: { tool: Tool }) => {
  const fields: Fields = tool.input.shape;
  const required = samples(tool.input, field => !isOptional(field));
  const plain = readArguments(tool.input, required);
  const optional = Object.entries(fields).flatMap(([name, field]) => (isOptional(field) ? [name] : []));

  test('takes null for every argument that may be left out', () => {
    const nulls = Object.fromEntries(optional.map(name => [name, null]));
    const read = readArguments(tool.input, { ...nulls, ...required });
    expect(read).toEqual('value' in fields ? { ...plain, value: null } : plain);
  });

  test('takes an empty text for every argument that may be left out and has no use of one', () => {
    const names = optional.filter(
      name => flagsOf(fields[name]).mayBeEmpty !== true && !(bare(fields[name]) instanceof z.ZodUnknown),
    );
    const empty = Object.fromEntries(names.map(name => [name, '']));
    expect(readArguments(tool.input, { ...empty, ...required })).toEqual(plain);
  });

  test('takes every name in snake case, in items of lists too', () => {
    const whole = samples(tool.input);
    expect(readArguments(tool.input, inSnakeCase(whole, tool.input))).toEqual(
      readArguments(tool.input, whole),
    );
  });

  test('takes JSON as a text for every list, object, number and switch', () => {
    const whole = samples(tool.input);
    const texts = Object.entries(whole).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    expect(readArguments(tool.input, Object.fromEntries(texts))).toEqual(readArguments(tool.input, whole));
  });

  test('leaves out what programs add, but for its own arguments', () => {
    const added = Object.keys(clientNames).filter(name => !Object.hasOwn(fields, name));
    const extra = Object.fromEntries(added.map(name => [name, 'x']));
    expect(readArguments(tool.input, { ...extra, ...required })).toEqual(plain);
  });

  test('refuses a name with an error in it, of each argument', () => {
    const known = Object.keys(fields).filter(name => name.length > 4);
    for (const name of known)
      expect([
        name,
        failureOf(tool, { ...required, [`${name.slice(0, -2)}${name.slice(-1)}`]: 'x' }),
      ]).toEqual([name, 'invalid_argument']);
  });
});

function failureOf(tool: Tool, raw: unknown): unknown {
  try {
    readArguments(tool.input, raw, { onLeftOut: () => undefined });
    return 'taken';
  } catch (error) {
    return Reflect.get(Object(error), 'code');
  }
}

test('no name means two arguments of a tool', () => {
  const others = Object.entries(usualNames).flatMap(([own, names]) => names.map(name => ({ own, name })));
  for (const tool of tools) {
    const meant = others.filter(({ own, name }) => own in tool.input.shape && !(name in tool.input.shape));
    expect(new Set(meant.map(({ name }) => name)).size).toBe(meant.length);
  }
});
