import {
  Component,
  debounce,
  Events,
  normalizePath,
  prepareFuzzySearch,
  prepareSimpleSearch,
} from 'obsidian';
import { installGlobals } from '../../../pkg/headless/globals';

class Recorder extends Component {
  constructor(
    readonly name: string,
    readonly log: string[],
  ) {
    super();
  }

  override onload(): void {
    this.log.push(`${this.name} loaded`);
    this.register(() => this.log.push(`${this.name} first cleanup`));
    this.register(() => this.log.push(`${this.name} second cleanup`));
  }

  override onunload(): void {
    this.log.push(`${this.name} unloaded`);
  }
}

describe('components', () => {
  test('load with their children and clean up in reverse', () => {
    const log: string[] = [];
    const parent = new Recorder('parent', log);
    parent.addChild(new Recorder('child', log));
    parent.load();
    parent.load();
    parent.unload();
    parent.unload();
    expect(log).toEqual([
      'parent loaded',
      'child loaded',
      'child second cleanup',
      'child first cleanup',
      'child unloaded',
      'parent second cleanup',
      'parent first cleanup',
      'parent unloaded',
    ]);
  });

  test('load a child that comes later at once, and unload one that is removed', () => {
    const log: string[] = [];
    const parent = new Component();
    parent.load();
    const child = parent.addChild(new Recorder('child', log));
    parent.removeChild(child);
    parent.unload();
    expect(log.filter(line => line.endsWith('loaded'))).toEqual(['child loaded', 'child unloaded']);
  });

  test('detach their events and intervals', () => {
    installGlobals();
    const events = new Events();
    const heard: unknown[] = [];
    const component = new Component();
    component.load();
    component.registerEvent(events.on('x', (value: unknown) => heard.push(value)));
    component.registerInterval(window.setInterval(() => heard.push('tick'), 1));
    events.trigger('x', 1);
    component.unload();
    events.trigger('x', 2);
    expect(heard).toEqual([1]);
  });
});

describe('events', () => {
  test('reach listeners in order with their context, until they are off', () => {
    const events = new Events();
    const heard: unknown[] = [];
    const listener = function (this: unknown, ...values: unknown[]): void {
      heard.push([this, ...values]);
    };
    const context = { name: 'context' };
    events.on('x', listener, context);
    const ref = events.on('x', () => heard.push('second'));
    events.trigger('x', 1, 2);
    events.offref(ref);
    events.off('x', listener);
    events.trigger('x');
    expect(heard).toEqual([[context, 1, 2], 'second']);
  });

  test('go on after a listener that fails', () => {
    const errors: unknown[] = [];
    const original = console.error;
    console.error = (...values: unknown[]) => errors.push(...values);
    const events = new Events();
    const heard: string[] = [];
    events.on('x', () => {
      throw new Error('broken');
    });
    events.on('x', () => heard.push('second'));
    events.trigger('x');
    console.error = original;
    expect(heard).toEqual(['second']);
    expect(errors).toEqual([new Error('broken')]);
  });
});

describe('functions of the module', () => {
  test.each([
    ['', '/'],
    ['/', '/'],
    ['a//b\\c/', 'a/b/c'],
    ['/a.md', 'a.md'],
    ['a\u00a0b.md', 'a b.md'],
    ['A\u030a', '\u00c5'],
  ])('normalizePath turns %j into %j', (path, normal) => {
    expect(normalizePath(path)).toBe(normal);
  });

  test('debounce calls once with the last values', () => {
    jest.useFakeTimers();
    const calls: unknown[] = [];
    const debounced = debounce((value: number) => calls.push(value), 100);
    debounced(1);
    jest.advanceTimersByTime(60);
    debounced(2);
    jest.advanceTimersByTime(60);
    debounced(3).cancel();
    jest.advanceTimersByTime(500);
    debounced(4);
    debounced.run();
    jest.useRealTimers();
    expect(calls).toEqual([2, 4]);
  });

  test('searches find words in any order, and letters in their order', () => {
    expect(prepareSimpleSearch('beta alpha')('Alpha and Beta')?.matches).toEqual([
      [0, 5],
      [10, 14],
    ]);
    expect(prepareSimpleSearch('gamma')('Alpha')).toBeNull();
    expect(prepareFuzzySearch('ab')('Alpha beta')?.matches).toEqual([
      [0, 1],
      [6, 7],
    ]);
    expect(prepareFuzzySearch('ba')('Alpha b')).toBeNull();
  });
});
