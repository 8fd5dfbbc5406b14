import { buildPage } from '../../../scripts/docs/browser-page.mjs';

export default async function setup() {
  process.env.TZ = 'Europe/Berlin';
  await buildPage();
}
