import { anyOfSrc, type Door, doors } from '../architecture/doors';
import { textOf } from './pages';

const nothing = '–';

/** The doors as the page tells them. */
function toldDoors(): Record<string, Door> {
  const rows = textOf('docs/architecture.md')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(cells => cells.length === 6 && cells[1] !== 'folder' && !/^-+$/.test(cells[1] ?? ''));
  return Object.fromEntries(
    rows.flatMap(([, rooms = '', ...cells]) => names(rooms).map(room => [room, doorOf(cells)])),
  );
}

function doorOf([ours = '', types = '', packages = '']: readonly string[]): Door {
  return {
    ours: ours.startsWith('everything') ? anyOfSrc : names(ours),
    ...(types === nothing ? {} : { types: names(types) }),
    packages: names(packages).map(name => (name === 'Node' ? 'node:' : name)),
  };
}

function names(cell: string): string[] {
  return cell === nothing ? [] : cell.split(', ').map(name => name.replaceAll('`', ''));
}

describe('the page of the architecture', () => {
  test('has the same table of imports between folders as the test', () => {
    const { 'pkg/headless': host, ...rooms } = toldDoors();
    expect(rooms).toEqual(doors);
    expect(host?.ours).toEqual(['markdown', 'settings/clients/setup-texts']);
  });
});
