import { Component } from '../core/component';
import { notImitated } from '../core/strict';

export class MarkdownRenderChild extends Component {
  constructor(readonly containerEl: HTMLElement) {
    super();
  }
}

export abstract class MarkdownRenderer extends MarkdownRenderChild {
  static render(): never {
    return notImitated('MarkdownRenderer.render');
  }

  static renderMarkdown(): never {
    return notImitated('MarkdownRenderer.renderMarkdown');
  }
}
