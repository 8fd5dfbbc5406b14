/** JSON canvases: what is on them, and exact changes of them (https://jsoncanvas.org/spec/1.0). */
export { editCanvas, type CanvasOperation, type EditedCanvas } from './canvas-edit';
export { emptyCanvas, isCanvasPath } from './canvas-file';
export { canvasLines } from './canvas-lines';
