/**
 * The global `CodeMirror` that the app keeps for plugins from the time of its older editor: a registry of modes.
 * Members and their meaning are those of CodeMirror 5's manual (https://codemirror.net/5/doc/manual.html#modeapi);
 * that plugins find it at load was observed in Dataview 0.5.68. There is no editor behind it.
 */
import { guardObject } from '../obsidian/strict';
import { isFunction } from '../obsidian/unknowns';

type Mode = Record<string, unknown>;
type ModeFactory = (config: object, spec: { readonly name: string }) => Mode;
type ModeSpec = string | { readonly name: string };

interface LineStream {
  skipToEnd(): void;
}

export function legacyCodeMirror(): object {
  const modes: Record<string, ModeFactory> = {};
  const mimeModes: Record<string, ModeSpec> = {};
  const resolve = (spec: ModeSpec): { readonly name: string } => {
    const found = typeof spec === 'string' ? (mimeModes[spec] ?? spec) : spec;
    return typeof found === 'string' ? { name: found } : found;
  };
  const members = {
    modes,
    mimeModes,
    Pass: { toString: () => 'CodeMirror.Pass' },
    defineMode(name: string, factory: ModeFactory): void {
      modes[name] = factory;
    },
    defineMIME(mime: string, spec: ModeSpec): void {
      mimeModes[mime] = spec;
    },
    extendMode(name: string, more: Mode): void {
      const factory = modes[name] ?? plainMode;
      modes[name] = (config, spec) => ({ ...factory(config, spec), ...more });
    },
    resolveMode: resolve,
    getMode(config: object, spec: ModeSpec): Mode {
      const resolved = resolve(spec);
      const factory = modes[resolved.name] ?? plainMode;
      return { ...factory(config, resolved), name: resolved.name };
    },
    startState({ startState }: Mode): unknown {
      return isFunction(startState) ? startState() : true;
    },
    copyState: <T>(_mode: Mode, state: T): T => (isPlain(state) ? { ...state } : state),
  };
  return guardObject(members, 'CodeMirror');
}

/** The manual's mode for text of which nothing is known. */
const plainMode: ModeFactory = () => ({ token: (stream: LineStream) => stream.skipToEnd() });

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
