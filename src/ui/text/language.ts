import { getLanguage } from 'obsidian';

/** Languages that the interface speaks. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The app's language, or English where the interface does not speak it. It changes only when the app is restarted. */
export function appLanguage(): Language {
  const [language] = getLanguage().split('-');
  return languages.find(known => known === language) ?? 'en';
}
