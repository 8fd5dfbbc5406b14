/** Looks again and again until something holds. @throws Error when it does not within the time, milliseconds */
export async function eventually(holds: () => boolean | Promise<boolean>, timeout = 5_000): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It does not hold within ${timeout} ms: ${String(holds)}`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** As `eventually`, for a check that throws. @throws what the check throws last */
export async function eventuallyPasses(check: () => void, timeout = 5_000): Promise<void> {
  const end = performance.now() + timeout;
  const passes = (): boolean => {
    try {
      check();
      return true;
    } catch (error) {
      if (performance.now() > end) throw error;
      return false;
    }
  };
  await eventually(passes, Infinity);
}
