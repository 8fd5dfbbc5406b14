import { type Call, each, owner, paged, reader } from '../call';

const links: Call[] = [
  ...owner(
    'get_links',
    { path: 'Moby-Dick' },
    { path: 'Home', direction: 'out', withContext: false },
    { path: 'Paper grain', direction: 'in' },
    { path: 'Lost property & found', includeUnlinked: true },
    { path: 'Storm petrel', includeUnlinked: true, direction: 'in', limit: 5 },
    { path: 'Reading room.canvas' },
    { path: 'Attachments/skerrow-light.png' },
    { path: 'Library/Stock.base' },
    { path: 'Note 034' },
    { path: 'Generated/Empty.md' },
    { path: 'Iron gall ink' },
    { path: 'Home', direction: 'up' },
    { path: 'Library' },
  ),
  ...paged(2, owner('get_links', { path: 'Wren Calder', limit: 3 })),
  ...reader(
    'get_links',
    { path: 'Wren Calder', direction: 'in' },
    { path: 'Brief aus Husum' },
    { path: 'Home', limit: 4 },
  ),
];

const checks: Call[] = [
  ...owner(
    'check_links',
    { path: 'Library' },
    { path: 'Library/Workshop/Bench book.md' },
    { limit: 8 },
    { path: 'Generated/Sea', limit: 4 },
    { kind: 'orphans', path: 'Library' },
    { kind: 'orphans', limit: 8 },
    { kind: 'deadends', path: 'Kitchen' },
    { kind: 'deadends', limit: 5 },
    { path: 'Nope' },
    { kind: 'all' },
  ),
  ...paged(2, owner('check_links', { limit: 3 })),
  ...reader('check_links', { limit: 4 }, { path: 'Letters' }, { kind: 'orphans', path: 'People' }),
];

const suggested: Call[] = [
  ...owner(
    'suggest_links',
    { path: 'Wren Calder' },
    { path: 'Home', limit: 3 },
    { text: 'Tam Rennie read Moby-Dick and the whale near Bell Rock; see Paste and paper grain.' },
    { text: 'nothing to see' },
    { text: '`Moby-Dick` and [[Moby-Dick]] and\n\n    Home' },
    { path: 'Home', text: 'Bannocks' },
    { path: 'Nope' },
    {},
  ),
  ...reader('suggest_links', { text: 'Brief aus Husum and Morag Innes' }),
  ...owner(
    'find_related',
    { path: 'Moby-Dick', limit: 6 },
    { path: 'Storm petrel', excludeLinked: true, limit: 5 },
    { path: 'Note 040', limit: 4 },
    { path: 'Generated/Empty.md' },
    { path: 'Nope' },
    { path: 'Home', limit: 0 },
  ),
  ...reader('find_related', { path: 'Wren Calder', limit: 5 }),
];

const graph: Call[] = [
  ...owner(
    'explore_graph',
    { path: 'Storm petrel' },
    { path: 'Moby-Dick', depth: 2, direction: 'out', limit: 12 },
    { path: 'Moby-Dick', depth: 3, limit: 8 },
    { path: 'Storm petrel', to: 'Moby-Dick' },
    { path: 'Storm petrel', to: 'Bannocks', depth: 4 },
    { path: 'Lost property & found', to: 'Home' },
    { path: 'Home', depth: 9 },
    { path: 'Nope' },
    { path: 'Bannocks', direction: 'in' },
  ),
  ...reader('explore_graph', { path: 'Wren Calder', limit: 10 }, { path: 'Home', to: 'Brief aus Husum' }),
  ...owner(
    'resolve_link',
    { link: '[[Moby-Dick]]' },
    { link: '[[Paper grain#How to tell]]' },
    { link: '[[Paper grain#^head-to-tail|x]]' },
    { link: '![[skerrow-light.png|420]]' },
    { link: '[oven](../../Kitchen/Keeper%27s%20loaf.md)', from: "Library/Workshop/Compositor's sampler.md" },
    { link: 'Paste' },
    { link: 'Paste', from: 'Kitchen/Bannocks.md' },
    { link: '[[#Ways in]]', from: 'Home' },
    { link: '[[The Whale]]' },
    { link: '[[Kettel stitch]]' },
    { link: '[[Paper grain#Nowhere]]' },
    { link: '[[Paper grain#^nowhere]]' },
    { link: 'https://jsoncanvas.org' },
    { link: '' },
    { link: '[[Home]]', from: 'Nope' },
    {},
  ),
  ...reader('resolve_link', { link: '[[Brief aus Husum]]' }, { link: '[[Note 006]]' }),
];

export const linkCalls = {
  get_links: each(links),
  check_links: each(checks),
  suggestions: each(suggested),
  graph: each(graph),
};
