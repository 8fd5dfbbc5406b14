/** Two windows of the app, of which one has the focus: the main one, and one for settings or a note of its own. */

export type WindowName = 'main' | 'second';

export class RendererWindows {
  focused: WindowName = 'main';
  /** What was copied, the latest last. */
  readonly copied: string[] = [];
  readonly second: object = {
    navigator: this.navigatorOf('second'),
    document: this.documentOf('second'),
    focus: () => {
      this.focused = 'second';
    },
  };

  navigatorOf(name: WindowName): object {
    return {
      userAgent: 'Mozilla/5.0 Chrome/120.0.0.0 Electron/28.0.0',
      clipboard: { writeText: (text: string) => this.copy(name, text) },
    };
  }

  documentOf(name: WindowName): object {
    return { documentElement: { style: {} }, hasFocus: () => this.focused === name };
  }

  /** The app's names for whichever window has the focus. */
  activeOf(main: object): object {
    const active = (): object => (this.focused === 'second' ? this.second : main);
    return Object.defineProperties(
      {},
      {
        activeWindow: { get: active },
        activeDocument: { get: (): unknown => Reflect.get(active(), 'document') },
      },
    );
  }

  /** Chromium refuses a window without the focus, also after a click in another one (seen in Chromium 156). */
  private copy(from: WindowName, text: string): Promise<void> {
    if (this.focused !== from)
      return Promise.reject(new DOMException('Document is not focused.', 'NotAllowedError'));
    this.copied.push(text);
    return Promise.resolve();
  }
}
