import type { Desk, Theme } from '../support/desk';
import { steady, times } from './scenes';

/** Takes a picture of a part of the page, or of the window, with what differs from run to run made the same. */
export async function picture(desk: Desk, selector?: string): Promise<Uint8Array> {
  await desk.page.evaluate(settle(steady.map(([pattern, text]) => [pattern.source, text] as const)));
  if (selector === undefined) return desk.page.screenshot({ type: 'png' });
  const element = await desk.page.waitForSelector(selector);
  if (element === null) throw new Error(`There is no ${selector}.`);
  return element.screenshot({ type: 'png' });
}

/** Sets the window for pictures: the theme, the size in pixels, and the app's own typeface. */
export async function pose(desk: Desk, theme: Theme, width: number, height: number): Promise<void> {
  await desk.show(theme, width);
  await desk.page.setViewport({ width, height, deviceScaleFactor: 1.5 });
  await desk.page.evaluate(`document.body.classList.add('is-picture')`);
}

/** Whether the typeface of the pictures is on this machine. */
export async function hasTypeface(desk: Desk): Promise<boolean> {
  return (await desk.page.evaluate(widthsDiffer)) === true;
}

/** A share from 0 (the same) to 1 by which two pictures differ, seen from afar; 1 where their sizes do. */
export async function difference(desk: Desk, one: Uint8Array, other: Uint8Array): Promise<number> {
  const urls = [one, other].map(bytes => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`);
  return Number(await desk.page.evaluate(`(${compare})(${JSON.stringify(urls)})`));
}

const settle = (patterns: readonly (readonly [string, string])[]): string => `(() => {
  const patterns = ${JSON.stringify(patterns)}.map(([source, text]) => [new RegExp(source, 'g'), text]);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    let text = node.data;
    for (const [pattern, fixed] of patterns) text = text.replaceAll(pattern, () => fixed);
    if (text !== node.data) node.data = text;
  }
  const times = ${JSON.stringify(times)};
  const place = row => row.getBoundingClientRect().top;
  const rows = [...document.querySelectorAll('.lectern-list-time')].sort((one, other) => place(other) - place(one));
  for (const [index, row] of rows.entries()) row.textContent = times[Math.min(index, times.length - 1)];
  document.activeElement?.blur();
})()`;

const widthsDiffer = `(() => {
  const context = document.createElement('canvas').getContext('2d');
  const width = font => {
    context.font = '40px ' + font;
    return context.measureText('Lectern in Obsidian').width;
  };
  return width('Inter, monospace') !== width('monospace');
})()`;

/** Both drawn at an eighth of their size, so that the edges of letters count little. */
const compare = `async urls => {
  const drawn = await Promise.all(urls.map(async url => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(image.width / 8);
    canvas.height = Math.ceil(image.height / 8);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }));
  const [one, other] = drawn;
  if (one.width !== other.width || one.height !== other.height) return 1;
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) sum += Math.abs(one.data[at] - other.data[at]);
  return sum / one.data.length / 255;
}`;
