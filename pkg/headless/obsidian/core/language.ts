/** The language of the app's texts; the host's own are English. */
export function getLanguage(): string {
  return 'en';
}
