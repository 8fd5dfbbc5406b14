/** How much a token may do: each level includes the ones before. */
export const rightsLevels = ['read', 'write', 'full'] as const;
export type Rights = (typeof rightsLevels)[number];

/** Whether `held` is at least `needed`. */
export function suffices(held: Rights, needed: Rights): boolean {
  return rightsLevels.indexOf(held) >= rightsLevels.indexOf(needed);
}
