/** Messages of the main thread to the thread that reads a PDF, one at a time. */
export type PdfRequest =
  | {
      readonly kind: 'open';
      /** As `getDocument` of PDF.js takes it. */
      readonly source: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'page'; readonly number: number }
  /** The next part of the page's text. */
  | { readonly kind: 'chunk' };

export type PdfResponse =
  { readonly value: unknown } | { readonly failure: { readonly name: string; readonly message: string } };
