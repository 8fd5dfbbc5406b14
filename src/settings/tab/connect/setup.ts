import { Setting } from 'obsidian';
import type { SetupText } from '../../../control';
import { copyText, saveFile } from '../../../ui/controls/app-actions';
import { clientText, placeSentences, placeText } from '../../../ui/text/server-texts';
import { t } from '../../../ui/text/text';
import type { SettingsTabOptions } from '../parts';
import { addAction } from '../rows';

/** In the place of a token that is not shown. */
const hiddenToken = 'lct_••••••••';

/** How one client is set up: by a link that opens it, by its extension, or by a text to copy. */
export class Setup {
  private readonly shown: SetupText | undefined;

  constructor(
    private readonly options: SettingsTabOptions,
    private readonly client: string,
  ) {
    this.shown = this.textWith(hiddenToken);
  }

  /** What the button says that sets it up. */
  get actionText(): string {
    if (this.hasExtension) return t('connect.saveExtension');
    return this.hasLink ? t('connect.open', { client: this.client }) : t('common.copy');
  }

  /** What the user does after that, or after the text was copied by hand. */
  next(isByHand: boolean): string {
    const { shown } = this;
    if (this.hasExtension && !isByHand) return t('connect.next.extension');
    if (this.hasLink && !isByHand) return t('connect.next.link', { client: this.client });
    return shown === undefined ? '' : placeSentences(shown, 'notice.copied');
  }

  /**
   * Sets the client up.
   * @param value of the token
   * @param button the one that was clicked
   * @param ended called with whether it is set up: the user may not save the extension after all
   */
  async act(value: string, button: HTMLElement, ended: (isSetUp: boolean) => void): Promise<void> {
    const link = this.textWith(value)?.link;
    if (this.hasExtension) {
      const bytes = await this.options.clients.desktopExtension(value);
      saveFile('lectern.mcpb', Uint8Array.from(bytes), ended);
      return;
    }
    if (link === undefined) await this.copy(value, button);
    else (button.ownerDocument.defaultView ?? activeWindow).open(link);
    ended(true);
  }

  async copy(value: string, button: HTMLElement): Promise<void> {
    const setup = this.textWith(value);
    if (setup !== undefined)
      await copyText(this.options.app, { text: setup.text, place: placeText(setup) }, button);
  }

  /** The text for the client's settings: folded with a button where there is a quicker way. */
  drawText(parent: HTMLElement, copy: (button: HTMLElement) => unknown): void {
    const { shown } = this;
    if (shown === undefined) return;
    if (!this.hasExtension && !this.hasLink) {
      parent.createEl('p', { text: placeSentences(shown, 'connections.putInto') });
      drawCode(parent, shown);
      return;
    }
    if (this.hasExtension) parent.createEl('p', { text: t('connect.extension') });
    const folded = parent.createEl('details', { cls: 'lectern-setup-by-hand' });
    folded.createEl('summary', { text: t('connections.byHand') });
    const row = new Setting(folded).setDesc(placeSentences(shown, 'connections.putInto'));
    addAction(row, {
      text: t('common.copy'),
      label: t('connections.copySetup', { client: clientText(this.client) }),
      run: copy,
    });
    drawCode(folded, shown);
  }

  private get hasExtension(): boolean {
    return this.client === 'Claude Desktop';
  }

  private get hasLink(): boolean {
    return this.shown?.link !== undefined;
  }

  private textWith(value: string): SetupText | undefined {
    return this.options.clients.setupTextsWith(value).find(({ client }) => client === this.client);
  }
}

function drawCode(parent: HTMLElement, { client, text }: SetupText): void {
  const attr = {
    tabindex: 0,
    role: 'region',
    'aria-label': t('connections.setupFor', { client: clientText(client) }),
  };
  parent.createEl('pre', { cls: 'lectern-setup-text', attr }).createEl('code', { text });
}
