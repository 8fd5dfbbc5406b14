import { checkClients, checkedFiles } from '../support/client-checks';
import { RunningLectern } from '../support/lectern';

let lectern: RunningLectern;

beforeAll(async () => {
  lectern = await RunningLectern.start({ files: checkedFiles });
});
afterAll(() => lectern.close());

checkClients(() => lectern);
