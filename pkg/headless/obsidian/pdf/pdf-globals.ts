/**
 * PDF.js makes matrices for drawing when it is loaded, and takes them from a package for canvases where it finds none.
 * Text needs none of them, so an empty class will do.
 */
Reflect.set(globalThis, 'DOMMatrix', class {});
