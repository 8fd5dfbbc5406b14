import { WebWorker } from '../../../pkg/headless/plugin-window/web-worker';

test('a web worker runs strict code that sets `onmessage` without declaring it', async () => {
  const code = `'use strict'; onmessage = ({ data }) => postMessage(data + 1);`;
  const worker = new WebWorker(`data:text/javascript,${encodeURIComponent(code)}`);
  const answer = await new Promise(resolve => {
    worker.onmessage = event => resolve(Reflect.get(event, 'data'));
    worker.onerror = event => resolve(Reflect.get(event, 'message'));
    worker.postMessage(1);
  });
  worker.terminate();
  expect(answer).toBe(2);
});
