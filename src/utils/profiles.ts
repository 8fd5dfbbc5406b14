/** How many tools `tools/list` shows to a client: each profile includes the ones before. */
export const profiles = ['core', 'standard', 'all'] as const;
export type Profile = (typeof profiles)[number];

export const usualProfile: Profile = 'standard';

/** Whether a profile shows a tool that the other one is the smallest to show. */
export function shows(profile: Profile, smallest: Profile): boolean {
  return profiles.indexOf(profile) >= profiles.indexOf(smallest);
}
