/**
 * The global `CodeMirror` that the app keeps for plugins from the time of its older editor: a registry of modes.
 * Members and their meaning are those of CodeMirror 5's manual (https://codemirror.net/5/doc/manual.html#modeapi);
 * that plugins find it at load was observed in Dataview 0.5.68, that they register helpers and add members of their own
 * (`customOverlayMode`) in Templater 2.25.0. There is no editor behind it.
 */
import { guardObject } from '../obsidian/core/strict';
import { isFunction } from '../obsidian/core/unknowns';

type Mode = Record<string, unknown>;
type ModeFactory = (config: object, spec: { readonly name: string }) => Mode;
type ModeSpec = string | { readonly name: string };

interface LineStream {
  start: number;
  pos: number;
  skipToEnd(): void;
}

export function legacyCodeMirror(): object {
  const modes: Record<string, ModeFactory> = {};
  const mimeModes: Record<string, ModeSpec> = {};
  const helpersOf = new Map<string, Record<string, unknown>>();
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
    startState: initialState,
    copyState: copyOf,
    /** Helpers of a type are members of an object with its name: `CodeMirror.hint.javascript`. */
    registerHelper(type: string, name: string, value: unknown): void {
      const helpers = helpersOf.get(type) ?? {};
      helpersOf.set(type, helpers);
      helpers[name] = value;
      Reflect.set(members, type, helpers);
    },
    registerGlobalHelper(type: string, name: string, _predicate: unknown, value: unknown): void {
      members.registerHelper(type, name, value);
    },
    overlayMode,
  };
  return guardObject(members, 'CodeMirror');
}

interface OverlayPart {
  readonly mode: Mode;
  readonly state: unknown;
  /** Where its last token ends, and the style of that. */
  end: number;
  style: unknown;
}

/**
 * A mode that reads a line with two modes and cuts it wherever one of them ends a token. The overlay's style goes
 * before the base's, or both are given where they combine (https://codemirror.net/5/doc/manual.html#addon_overlay).
 */
function overlayMode(base: Mode, overlay: Mode, combine = false): Mode {
  const part = (mode: Mode): OverlayPart => ({ mode, state: initialState(mode), end: 0, style: null });
  return {
    startState: () => [part(base), part(overlay)],
    copyState: (parts: readonly OverlayPart[]) =>
      parts.map(one => ({ ...one, state: copyOf(one.mode, one.state) })),
    token: (stream: LineStream, parts: readonly OverlayPart[]) => {
      const { start } = stream;
      for (const one of parts) {
        if (start > 0 && one.end > start) continue;
        stream.pos = start;
        const { token } = one.mode;
        if (!isFunction(token)) stream.skipToEnd();
        one.style = isFunction(token) ? token(stream, one.state) : null;
        one.end = stream.pos;
      }
      stream.pos = Math.min(...parts.map(({ end }) => end));
      const [below, above] = parts.map(({ style }) => style ?? null);
      return combine && typeof below === 'string' && typeof above === 'string'
        ? `${below} ${above}`
        : (above ?? below);
    },
  };
}

function initialState({ startState }: Mode): unknown {
  return isFunction(startState) ? startState() : true;
}

function copyOf({ copyState }: Mode, state: unknown): unknown {
  if (isFunction(copyState)) return copyState(state);
  return isPlain(state) ? { ...state } : state;
}

/** The manual's mode for text of an unknown kind. */
const plainMode: ModeFactory = () => ({ token: (stream: LineStream) => stream.skipToEnd() });

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
