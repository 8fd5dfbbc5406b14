import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { errorCodeText } from '../../../ui/activity/words';
import { copyText } from '../../../ui/controls/app-actions';
import type { LiveState } from '../../../ui/live-status';
import { callerText, quoted, agoText } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import type { CallRecord } from '../../../vault/activity/call-record';
import type { TabState } from '../parts';
import { addAction, addToggle, serverText } from '../rows';

/** Whether the server runs, its address, and the last call; updated while visible. */
export function statusGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: t('status.heading', { vault: quoted(tab.options.app.vault.getName()) }),
    items: [
      {
        name: t('status.server'),
        desc: t('status.running'),
        render: row => drawServer(row, tab),
      },
      { name: t('status.address'), render: row => drawAddress(row, tab) },
      {
        name: t('status.readOnly'),
        desc: t('status.readOnlyDesc'),
        render: row => drawReadOnly(row, tab),
      },
      { name: t('status.lastCall'), render: row => drawLastCall(row, tab) },
    ],
  };
}

function drawReadOnly(row: Setting, tab: TabState): void {
  const { store } = tab.options;
  addToggle(row, {
    label: t('status.readOnly'),
    value: store.settings.readOnly,
    onChange: async readOnly => {
      await store.update(settings => ({ ...settings, readOnly }));
      tab.redrawFirstPage();
    },
  });
}

/** Draws now and after each change. @returns a function that stops it */
function follow(tab: TabState, draw: (state: LiveState) => void): () => void {
  const { live } = tab.options;
  draw(live.state);
  return live.subscribe(() => draw(live.state));
}

function drawServer(row: Setting, tab: TabState): () => void {
  const { options } = tab;
  row.nameEl.setAttr('role', 'status');
  const pause = addAction(row, {
    text: t('common.pause'),
    run: () => options.live.setPaused(!options.live.state.isPaused),
  });
  const start = addAction(row, {
    text: t('status.start'),
    run: () => options.server.start(),
  });
  const move = addAction(row, {
    text: '',
    run: () => {
      const { freePort } = options.live.state;
      return freePort === undefined ? undefined : options.server.usePort(freePort);
    },
  });
  const isOn = (): boolean => ['listening', 'starting', 'waiting'].includes(options.live.state.server.state);
  return follow(tab, state => {
    row.setName(serverText(state));
    const { freePort } = state;
    const running = options.store.settings.tokens.length === 0 ? 'connections.none' : 'status.running';
    const text = state.server.problem ?? t(state.isPaused ? 'status.paused' : running);
    row.setDesc(freePort === undefined ? text : `${text} ${t('status.usePortDesc')}`);
    move.toggle(freePort !== undefined);
    move.setText(t('status.usePort', { port: String(freePort) }));
    row.settingEl.toggleClass('lectern-trouble', state.server.state === 'failed');
    start.setText(t(state.server.state === 'failed' ? 'status.tryAgain' : 'status.start'));
    start.toggle(!isOn());
    pause.toggle(isOn());
    pause.setText(t(state.isPaused ? 'common.resume' : 'common.pause'));
  });
}

function drawAddress(row: Setting, tab: TabState): () => void {
  const copy = addAction(row, {
    text: t('common.copy'),
    label: t('common.copyAddress'),
    run: button => {
      const { app, live } = tab.options;
      const place = t('common.addressPlace');
      return copyText(app, { text: live.state.server.url ?? '', place }, button);
    },
  });
  return follow(tab, ({ server }) => {
    row.setDesc(server.url ?? t('status.noAddress'));
    copy.toggle(server.url !== undefined);
  });
}

function drawLastCall(row: Setting, tab: TabState): () => void {
  addAction(row, { text: t('common.openActivity'), run: tab.options.openActivity });
  return follow(tab, ({ lastCall }) => {
    row.setDesc(lastCall === undefined ? t('status.noCall') : callText(lastCall, tab));
  });
}

function callText(call: CallRecord, { options }: TabState): string {
  const { tool, outcome, time } = call;
  const values = {
    tool: options.titleOf(tool),
    caller: callerText(call),
    when: agoText(time, options.time.now().getTime()),
  };
  return outcome === 'ok'
    ? t('status.call', values)
    : t('status.failedCall', { ...values, outcome: errorCodeText(outcome) });
}
