import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { copyText } from '../../../ui/controls/clipboard';
import type { LiveState } from '../../../ui/live-status';
import { addressPlace } from '../../../ui/plain-words';
import { visibleLine } from '../../../utils/text/visible-text';
import type { TabState } from '../parts';
import { addAction, addToggle } from '../rows';
import { ago, serverWords } from '../words';

/** Whether the server runs, where, and what was last asked of it; kept current while it is looked at. */
export function statusGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Status',
    items: [
      { name: 'Server', desc: 'Clients can connect while it runs.', render: row => drawServer(row, tab) },
      { name: 'Address', render: row => drawAddress(row, tab) },
      {
        name: 'Read-only',
        desc: 'No client may change anything, whatever its connection allows.',
        render: row => drawReadOnly(row, tab),
      },
      { name: 'Last call', render: row => drawLastCall(row, tab) },
    ],
  };
}

function drawReadOnly(row: Setting, tab: TabState): void {
  const { store } = tab.options;
  addToggle(row, {
    label: 'Read-only',
    value: store.settings.readOnly,
    onChange: async readOnly => {
      await store.update(settings => ({ ...settings, readOnly }));
      tab.redraw();
    },
  });
}

/** Draws now and whenever something changes. @returns what ends it */
function follow(tab: TabState, draw: (state: LiveState) => void): () => void {
  const { live } = tab.options;
  draw(live.state);
  return live.subscribe(() => draw(live.state));
}

function drawServer(row: Setting, tab: TabState): () => void {
  const { options } = tab;
  row.nameEl.setAttr('role', 'status');
  const toggle = addAction(row, {
    text: 'Start',
    run: () => (isOn() ? options.server.stop() : options.server.start()),
  });
  const pause = addAction(row, {
    text: 'Pause',
    run: () => options.live.setPaused(!options.live.state.isPaused),
  });
  addAction(row, { text: 'Restart', run: () => options.server.restart() });
  const isOn = (): boolean => ['listening', 'starting', 'waiting'].includes(options.live.state.server.state);
  return follow(tab, state => {
    row.setName(serverWords(state));
    row.setDesc(state.server.problem ?? (state.isPaused ? pausedWords : runningWords));
    row.settingEl.toggleClass('lectern-trouble', state.server.state === 'failed');
    toggle.setText(isOn() ? 'Stop' : 'Start');
    pause.setText(state.isPaused ? 'Resume' : 'Pause');
  });
}

const runningWords = 'Clients can connect while the server runs.';
const pausedWords = 'Clients stay connected. Calls are answered with “paused” until you resume.';

function drawAddress(row: Setting, tab: TabState): () => void {
  const copy = addAction(row, {
    text: 'Copy',
    label: 'Copy the address',
    run: button => {
      const { app, live } = tab.options;
      return copyText(app, { text: live.state.server.url ?? '', place: addressPlace }, button);
    },
  });
  return follow(tab, ({ server }) => {
    row.setDesc(server.url ?? 'None while the server is off.');
    copy.toggle(server.url !== undefined);
  });
}

function drawLastCall(row: Setting, tab: TabState): () => void {
  addAction(row, { text: 'Open activity', run: tab.options.openActivity });
  return follow(tab, ({ lastCall }) => {
    if (lastCall === undefined) row.setDesc('None since the app was started.');
    else {
      const { tool, token, client, outcome, time } = lastCall;
      const result = outcome === 'ok' ? '' : `, answered ${outcome}`;
      const when = ago(time, tab.options.time.now().getTime());
      const who = client === undefined ? 'a client' : visibleLine(client);
      row.setDesc(`${tool} by ${who} with “${visibleLine(token)}”, ${when}${result}.`);
    }
  });
}
