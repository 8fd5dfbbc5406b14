/** The words that a page gives to look for, in their order. */
export class GuidePage {
  private at = 0;

  constructor(private readonly page: string) {}

  readonly next = (words: string): string => {
    const places = [`**${words}**`, `_${words}_`].map(marked => this.page.indexOf(marked, this.at));
    const found = places.filter(place => place >= 0);
    if (found.length === 0) throw new Error(`The guide does not name “${words}” here.`);
    this.at = Math.min(...found);
    return words;
  };
}
