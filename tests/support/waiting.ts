/** Looks again and again until something holds. @throws Error when it does not within the time, milliseconds */
export async function eventually(holds: () => boolean | Promise<boolean>, patience = 5_000): Promise<void> {
  const end = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It does not hold within ${patience} ms: ${String(holds)}`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
