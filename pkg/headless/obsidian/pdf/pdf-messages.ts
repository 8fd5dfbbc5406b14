/** What the main thread asks the thread that reads a PDF, one question after the other. */
export type PdfQuestion =
  | {
      readonly kind: 'open';
      /** As `getDocument` of PDF.js takes it. */
      readonly source: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'page'; readonly number: number }
  /** The next part of the page's text. */
  | { readonly kind: 'chunk' };

export type PdfAnswer =
  { readonly value: unknown } | { readonly failure: { readonly name: string; readonly message: string } };
