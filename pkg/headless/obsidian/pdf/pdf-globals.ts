/**
 * PDF.js makes matrices for drawing when it is loaded, and takes them from a package for canvases where it finds none.
 * Text needs none of them, so a class that can be made will do.
 */
class Matrix {
  readonly isIdentity = true;
}

Reflect.set(globalThis, 'DOMMatrix', Matrix);
