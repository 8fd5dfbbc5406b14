/** In the process of a vault: its link to the front that started it. */
import { Misuse } from '../command/command-context';
import { isPing, type VaultMessage } from './front-messages';

interface Notes {
  getMarkdownFiles(): readonly unknown[];
}

export class FrontLink {
  private onEnd: () => void = () => process.exit();
  private vault: Notes | undefined;

  /** @throws Misuse where no front started the process */
  constructor() {
    if (process.send === undefined || !process.connected)
      throw new Misuse('--vault-name is for processes that Lectern starts itself.');
    process.on('message', message => {
      if (isPing(message)) this.say({ event: 'pong', notes: this.notes });
    });
    process.on('disconnect', () => this.onEnd());
  }

  /** @param stop called when the front has ended, or ends the process */
  onGone(stop: () => void): void {
    this.onEnd = stop;
    if (!process.connected) stop();
  }

  /** @param port where the vault is served, on loopback */
  ready(port: number, vault: Notes): void {
    this.vault = vault;
    this.say({ event: 'ready', port, notes: this.notes });
  }

  private get notes(): number {
    return this.vault?.getMarkdownFiles().length ?? 0;
  }

  private say(message: VaultMessage): void {
    // The front may end at any moment; `disconnect` reports it.
    process.send?.(message, () => undefined);
  }
}
