/** A small vault of notes that link to each other, with properties of each type, a task, a tag and a broken link. */
export const gardenFiles = {
  'Plans/Garden.md':
    '---\nstatus: open\ndue: 2026-12-01\ncount: 3\ncode: "12"\ntags: [garden]\naliases: [Beds]\n---\n# Garden\n\nPlant #mint in the [[Shed]].\n\n## Log\n\n- sown\n- [ ] water it ^w1\n',
  'Shed.md':
    '---\ntitle: The shed\nstatus: done\nnear: "[[Garden]]"\n---\nTools. See [[Garden]] and [[Gardn]].\n',
  'Mint.md': 'Mint grows near the Shed. #garden\n',
};
