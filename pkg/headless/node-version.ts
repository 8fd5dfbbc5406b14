/** The oldest Node that the host supports, the same as in package.json. */
const oldest = { major: 20, minor: 19 };

/** @param version such as `18.20.8` @returns a sentence if it is too old */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `Lectern needs Node ${oldest.major}.${oldest.minor} or newer; this is ${version}.`;
}
