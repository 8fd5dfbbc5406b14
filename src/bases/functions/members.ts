/** Tables of the names after a dot: closed, so that no other name can be accessed. */
import type { Program, Scope } from '../evaluation/scope';
import type { Value } from '../values/value';

/** A function; its arguments hold no errors. */
export interface BaseFunction<Receiver> {
  /** Number of required arguments. */
  readonly needs: number;
  readonly run: (receiver: Receiver, args: readonly Value[], scope: Scope) => Value;
}

/** A function that evaluates its arguments itself. */
export interface LazyFunction<Receiver> {
  readonly needs: number;
  readonly runLazily: (receiver: Receiver, args: readonly Program[], scope: Scope) => Value;
}

/** The members of the values of one type. */
export interface Members<Receiver> {
  readonly fields: ReadonlyMap<string, (receiver: Receiver, scope: Scope) => Value>;
  readonly functions: ReadonlyMap<string, BaseFunction<Receiver>>;
}

type Run<Receiver> = BaseFunction<Receiver>['run'];

/** @param functions by name, each with its number of required arguments */
export function members<Receiver>(
  fields: Readonly<Record<string, (receiver: Receiver, scope: Scope) => Value>>,
  functions: Readonly<Record<string, readonly [needs: number, run: Run<Receiver>]>>,
): Members<Receiver> {
  return { fields: new Map(Object.entries(fields)), functions: functionsNamed(functions) };
}

export function functionsNamed<Receiver>(
  functions: Readonly<Record<string, readonly [needs: number, run: Run<Receiver>]>>,
): ReadonlyMap<string, BaseFunction<Receiver>> {
  return new Map(Object.entries(functions).map(([name, [needs, run]]) => [name, { needs, run }]));
}
