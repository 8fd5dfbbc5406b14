/** Levels of a token's rights, and of how many tools it lists. */

/** How much a token may do: each level includes the ones before. */
export const rightsLevels = ['read', 'write', 'full'] as const;
export type Rights = (typeof rightsLevels)[number];

/** Whether `held` is at least `needed`. */
export function suffices(held: Rights, needed: Rights): boolean {
  return rightsLevels.indexOf(held) >= rightsLevels.indexOf(needed);
}

/** How many tools `tools/list` shows to a client: each profile includes the ones before. */
export const profiles = ['core', 'standard', 'all'] as const;
export type Profile = (typeof profiles)[number];

export const defaultProfile: Profile = 'core';

/** Whether a profile includes a tool whose smallest profile is the other one. */
export function profileIncludes(profile: Profile, smallest: Profile): boolean {
  return profiles.indexOf(profile) >= profiles.indexOf(smallest);
}
