import { t } from '../../../ui/text/text';
import { maxNameLength, type StoredToken } from '../../schema';
import { isOwnersName, tokenEntry } from '../../tokens/tokens';
import { Setting } from 'obsidian';
import type { Grant } from '../../../vault/access/access';
import { localDay } from '../../../utils/dates';
import { quoted, dayText } from '../../../ui/plain-words';
import type { SaveToken, TabState } from '../parts';
import { addFolderRules, CoverageLine, unreadableRules } from '../folders/folder-rules';
import { addExpiry } from '../expiry';
import {
  addText,
  addStatusLine,
  addChoice,
  focusKey,
  addToggle,
  profileOptions,
  rightsOf,
  rightsOptions,
} from '../rows';
import { profiles, defaultProfile, type Rights, suffices } from '../../../utils/rights';
import { drawTokenApproval } from '../pages/approvals';
import { tools } from '../../../tools';
import type { Tool } from '../../../tools/tool';
import { isToolOn } from '../../tool-switches';
import { toolTexts } from '../../../ui/text/tool-texts';

/** Why a token cannot have this name, as text for the user; undefined if it can. */
function nameProblem(name: string, others: readonly { readonly name: string }[]): string | undefined {
  if (name === '') return t('token.unnamed');
  if (isOwnersName(name)) return t('token.reservedName');
  return others.some(other => other.name === name) ? t('token.takenName') : undefined;
}

const rules = ['allow', 'allowWrite', 'deny'] as const;

interface DrawnRules {
  /** Call it after the token changed in another row. */
  readonly refresh: () => void;
  readonly end: () => void;
}

/** The folder rules, their coverage, and a field to test a path. */
function drawRules(body: HTMLElement, token: StoredToken, tab: TabState, save: SaveToken): DrawnRules {
  for (const rule of rules) {
    const row = new Setting(body).setName(t(`folders.${rule}`)).setDesc(t(`folders.${rule}.desc`));
    addFolderRules(row, tab, {
      label: t('rows.of', { what: t(`folders.${rule}`), name: quoted(token.name) }),
      value: token[rule],
      none: t(`folders.${rule}.none`),
      changed: lines => save(old => ({ ...old, [rule]: [...lines] })),
    });
  }
  const grant = (): Grant => tokenEntry(tab.options.store.token(token.valueHash) ?? token).grant;
  const preview = new CoverageLine(body, tab.options.grantPreview);
  const testPath = drawPathTest(body, token, tab, grant);
  const refresh = (): void => {
    void preview.show(grant());
    void testPath();
  };
  refresh();
  return { refresh, end: () => preview.end() };
}

/** A field to test a path against the rules. @returns a function that repeats the test */
function drawPathTest(
  body: HTMLElement,
  token: StoredToken,
  { options }: TabState,
  grant: () => Grant,
): () => Promise<void> {
  const row = new Setting(body).setName(t('folders.try')).setDesc(t('folders.tryDesc'));
  const status = addStatusLine(row.infoEl);
  const path = addText(row, {
    label: t('folders.tryOf', { name: quoted(token.name) }),
    value: '',
    onChange: () => test(),
  });
  path.setPlaceholder(t('folders.examplePath')).onChange(() => test());
  const test = async (): Promise<void> => {
    const text = path.getValue().trim();
    if (text === '') {
      status.setText('');
      return;
    }
    try {
      const access = await options.grantPreview.at(grant(), text);
      status.setText(t(`folders.access.${access}`));
    } catch (error) {
      status.setText(unreadableRules(error));
    }
  };
  return test;
}

interface TokenForm {
  /** The last row, for actions on the whole token. */
  readonly form: Setting;
  readonly end: () => void;
}

/** The rights of a token, row by row. Every change applies and is saved at once. */
export function drawTokenForm(
  body: HTMLElement,
  token: StoredToken,
  tab: TabState,
  changed: () => void,
): TokenForm {
  const save = async (change: (token: StoredToken) => StoredToken): Promise<void> => {
    await tab.options.store.changeToken(token.valueHash, change);
    changed();
    rules.refresh();
  };
  const name = quoted(token.name);
  drawName(body, token, tab, save);
  addChoice(new Setting(body).setName(t('token.rights')).setDesc(t('token.rightsDesc')), {
    label: t('token.rightsOf', { name }),
    value: token.rights,
    options: rightsOptions(),
    onChange: async value => {
      await save(old => ({ ...old, rights: rightsOf(value) }));
      drawTools();
    },
  });
  addExpiry(body, {
    label: t('token.lastDayOf', { name }),
    day: token.expires === undefined ? '' : localDay(new Date(token.expires)),
    changed: expiry => save(({ expires: _, ...rest }) => ({ ...rest, ...expiry })),
  });
  addChoice(new Setting(body).setName(t('token.profile')).setDesc(t('token.profileDesc')), {
    label: t('token.profileOf', { name }),
    value: token.profile,
    options: profileOptions(),
    onChange: value =>
      save(old => ({ ...old, profile: profiles.find(one => one === value) ?? defaultProfile })),
  });
  addToggle(new Setting(body).setName(t('token.outputSchemas')).setDesc(t('token.outputSchemasDesc')), {
    label: t('token.outputSchemasOf', { name }),
    value: token.listOutputSchemas,
    onChange: isOn => save(old => ({ ...old, listOutputSchemas: isOn })),
  });
  const rules = drawRules(body, token, tab, save);
  drawTokenApproval(body, token, save);
  const drawTools = drawTokenTools(body, token, tab, save);
  const form = new Setting(body)
    .setName(t(token.paired === true ? 'token.signIn' : 'token.value'))
    .setDesc(created(token));
  return { form, end: rules.end };
}

function drawName(body: HTMLElement, token: StoredToken, tab: TabState, save: SaveToken): void {
  const { store } = tab.options;
  const row = new Setting(body).setName(t('token.name')).setDesc(t('token.nameDesc'));
  const { inputEl } = addText(row, {
    label: t('token.nameOf', { name: quoted(token.name) }),
    value: token.name,
    onChange: async text => {
      const name = text.trim();
      const others = store.settings.tokens.filter(({ valueHash }) => valueHash !== token.valueHash);
      const problem = nameProblem(name, others);
      row.setErrorMessage(problem ?? null);
      if (problem !== undefined) return;
      await save(old => ({ ...old, name }));
      tab.redraw(`name:${token.valueHash}`);
    },
  });
  inputEl.maxLength = maxNameLength;
  focusKey(inputEl, `name:${token.valueHash}`);
}

function created({ created: moment, paired }: StoredToken): string {
  const when = moment === undefined ? [] : [t('token.created', { day: dayText(new Date(moment)) })];
  return [...when, t(paired === true ? 'token.signInDesc' : 'token.valueDesc')].join(' ');
}

/** A switch for each tool, collapsed, since few tokens need them. @returns draws them for the current rights */
function drawTokenTools(body: HTMLElement, token: StoredToken, tab: TabState, save: SaveToken): () => void {
  const details = body.createEl('details', { cls: 'lectern-token-tools' });
  details.createEl('summary', { text: t('token.tools') });
  const draw = (): void => {
    for (const row of details.querySelectorAll('.setting-item')) row.remove();
    if (!details.open) return;
    const { rights, disabledTools } = tab.options.store.token(token.valueHash) ?? token;
    for (const tool of tools) {
      const { title } = toolTexts(tool);
      const obstacle = toolObstacle(tool, rights, tab);
      addToggle(new Setting(details).setName(title).setDesc(obstacle ?? ''), {
        label: t('rows.of', { what: title, name: quoted(token.name) }),
        value: obstacle === undefined && !disabledTools.includes(tool.name),
        isDisabled: obstacle !== undefined,
        onChange: isOn => save(old => withTool(old, tool.name, isOn)),
      });
    }
  };
  details.addEventListener('toggle', draw);
  return draw;
}

/** Why a connection with these rights does not get a tool, whatever its own switch says. */
function toolObstacle(tool: Tool, rights: Rights, { options }: TabState): string | undefined {
  if (!isToolOn(options.store.settings, tool)) return t('token.toolOff');
  if (suffices(rights, tool.risk.rights)) return undefined;
  return t(tool.risk.rights === 'full' ? 'tools.needsFull' : 'tools.needsWrite');
}

function withTool(token: StoredToken, tool: string, isOn: boolean): StoredToken {
  const others = token.disabledTools.filter(name => name !== tool);
  return { ...token, disabledTools: isOn ? others : [...others, tool] };
}
