/**
 * Web streams as Chromium had them before version 124 (Electron before 30), which old installers of the app still
 * bring: foreign to Node's, and a `ReadableStream` that `for await` cannot walk.
 */
import { ReadableStream, TransformStream, WritableStream } from 'web-streams-polyfill';

for (const name of [Symbol.asyncIterator, 'values']) Reflect.deleteProperty(ReadableStream.prototype, name);
Reflect.deleteProperty(ReadableStream, 'from');

export { ReadableStream, TransformStream, WritableStream };
