/** Entry of the bundle `dist/listing-worker.cjs`: lists the vault while the main thread evaluates code. */
import { parentPort, workerData } from 'node:worker_threads';
import { Confinement } from '../../disk/confinement';
import { type HiddenEntry, packed } from './packed-listing';
import { root } from '../paths';
import { scan } from '../tree-scan';

const hidden: HiddenEntry[] = [];
const confinement = new Confinement(String(workerData));
const listing = packed(
  scan(confinement, root, (folder, name) => hidden.push({ folder, name })),
  hidden,
);
parentPort?.postMessage(listing, [listing.numbers.buffer]);
