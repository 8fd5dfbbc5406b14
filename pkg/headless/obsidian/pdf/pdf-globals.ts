/**
 * PDF.js makes matrices for drawing when it is loaded, and requires a package for canvases if there are none.
 * Text needs no matrix, so an empty class is enough.
 */
class Matrix {
  readonly isIdentity = true;
}

Reflect.set(globalThis, 'DOMMatrix', Matrix);
