export abstract class BaseComponent {
  disabled = false;

  then(cb: (component: this) => unknown): this {
    cb(this);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    return this;
  }
}

export abstract class ValueComponent<T> extends BaseComponent {
  abstract getValue(): T;
  abstract setValue(value: T): this;

  registerOptionListener(listeners: Record<string, (value?: T) => T>, key: string): this {
    listeners[key] = value => {
      if (value !== undefined) this.setValue(value);
      return this.getValue();
    };
    return this;
  }
}

type ValueElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A component whose value is that of one form element. Setting it from code does not call the listener. */
export abstract class ElementComponent<T, E extends ValueElement> extends ValueComponent<T> {
  private listener: ((value: T) => unknown) | undefined;

  constructor(
    protected readonly element: E,
    event: 'input' | 'change',
  ) {
    super();
    element.addEventListener(event, () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.element.disabled = disabled;
    return super.setDisabled(disabled);
  }

  onChange(callback: (value: T) => unknown): this {
    this.listener = callback;
    return this;
  }

  onChanged(): void {
    this.listener?.(this.getValue());
  }
}
