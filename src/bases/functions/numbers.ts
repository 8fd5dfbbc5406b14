import { errorOf, type Value } from '../values/value';
import { numberAt } from './arguments';
import { members } from './members';

const maxDigits = 100;

export const numbers = members<number>(
  {},
  {
    abs: [0, Math.abs],
    ceil: [0, Math.ceil],
    floor: [0, Math.floor],
    round: [0, (number, args, scope) => rounded(number, numberAt(args, 0, scope) ?? 0)],
    toFixed: [0, (number, args, scope) => fixed(number, numberAt(args, 0, scope) ?? 0)],
    isEmpty: [0, () => false],
  },
);

function rounded(number: number, digits: number): number {
  if (digits === 0) return Math.round(number);
  const places = Math.trunc(digits);
  if (!(Math.abs(places) <= maxDigits)) return number;
  const factor = 10 ** places;
  const scaled = number * factor;
  return Number.isFinite(scaled) ? Math.round(scaled) / factor : number;
}

function fixed(number: number, digits: number): Value {
  const places = Math.trunc(digits);
  return places >= 0 && places <= maxDigits
    ? number.toFixed(places)
    : errorOf(`toFixed() takes 0 to ${maxDigits} digits`);
}
