import { settingsSchema } from '../../src/settings/schema';
import { applyPreset, presetOf, toolPresets, isToolOn } from '../../src/settings/tool-switches';
import { tools } from '../../src/tools';

const defaults = settingsSchema.parse({});

describe.each(toolPresets.map(preset => [preset.id, preset] as const))('the preset %s', (_name, preset) => {
  const settings = applyPreset(defaults, tools, preset);

  test('switches exactly its tools on, and is recognised by them', () => {
    expect(tools.filter(tool => isToolOn(settings, tool))).toEqual(tools.filter(tool => preset.has(tool)));
    expect(presetOf(settings, tools)).toBe(preset);
    expect(settingsSchema.safeParse(settings).success).toBe(true);
  });
});

test('a new installation has the default preset', () => {
  expect(presetOf(defaults, tools)?.id).toBe('default');
});

test('presets are ordered from the fewest tools to all', () => {
  const counts = toolPresets.map(preset => tools.filter(tool => preset.has(tool)).length);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(
    toolPresets[0] === undefined ? [] : tools.filter(toolPresets[0].has).map(({ risk }) => risk.name),
  ).not.toContain('changes');
});

test('the preset read only has no tool that changes the vault, and careful none that deletes or runs commands', () => {
  const names = (index: number): string[] =>
    tools.filter(tool => toolPresets[index]?.has(tool) === true).map(({ name }) => name);
  expect(names(0)).not.toContain('create_note');
  expect(names(1)).toEqual(expect.arrayContaining(['edit_note', 'undo_change']));
  expect(names(1)).not.toContain('delete');
});
