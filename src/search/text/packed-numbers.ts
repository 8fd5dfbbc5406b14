/** More would take as much of the stack. */
const maxPacked = 4096;
const maxUnit = 0xffff;

/**
 * A few numbers as the units of a string. An array of numbers has a buffer of its own: 2 MB more for the fields of 10,000
 * notes (measured). Numbers that do not fit are returned as an array.
 * @param numbers integers from 0 to 2 ** 31 - 1
 */
export function packedNumbers(numbers: readonly number[]): string | Int32Array {
  const fits = numbers.length <= maxPacked && numbers.every(number => number <= maxUnit);
  return fits ? String.fromCharCode(...numbers) : Int32Array.from(numbers);
}

/** Undefined behind the end. */
export function numberAt(numbers: string | Int32Array, index: number): number | undefined {
  if (typeof numbers !== 'string') return numbers[index];
  return index < numbers.length ? numbers.charCodeAt(index) : undefined;
}
