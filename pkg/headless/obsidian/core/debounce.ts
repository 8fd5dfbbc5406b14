export interface Debouncer<T extends unknown[], V> {
  (...values: T): Debouncer<T, V>;
  cancel(): Debouncer<T, V>;
  run(): V | undefined;
}

/** Calls `cb` once, `timeout` milliseconds after the first call, or after the last one with `resetTimer`. */
export function debounce<T extends unknown[], V>(
  cb: (...values: T) => V,
  timeout = 0,
  resetTimer = false,
): Debouncer<T, V> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: T | undefined;
  const run = (): V | undefined => {
    clearTimeout(timer);
    timer = undefined;
    const values = latest;
    latest = undefined;
    return values === undefined ? undefined : cb(...values);
  };
  const debouncer = (...values: T): Debouncer<T, V> => {
    latest = values;
    if (resetTimer) clearTimeout(timer);
    if (resetTimer || timer === undefined) timer = setTimeout(run, timeout);
    return whole;
  };
  const cancel = (): Debouncer<T, V> => {
    clearTimeout(timer);
    timer = undefined;
    latest = undefined;
    return whole;
  };
  const whole: Debouncer<T, V> = Object.assign(debouncer, { cancel, run });
  return whole;
}
