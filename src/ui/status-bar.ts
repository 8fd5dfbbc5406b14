import type { ServerStatus } from '../control';

const labels: Record<ServerStatus['state'], string> = {
  off: 'Lectern: off',
  starting: 'Lectern: starting',
  listening: 'Lectern: on',
  failed: 'Lectern: not running',
};

/** The server's state at a glance. */
export class StatusBar {
  constructor(private readonly item: HTMLElement) {
    item.addClass('lectern-status');
  }

  show(status: ServerStatus): void {
    this.item.setText(labels[status.state]);
    this.item.setAttr('aria-label', status.problem ?? status.url ?? labels[status.state]);
  }
}
