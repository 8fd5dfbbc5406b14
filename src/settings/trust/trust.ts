/**
 * Which part of the stored settings applies on this device. `data.json` travels with the vault, so what it says may be
 * anybody's. What was made or accepted on this device is remembered outside the vault; of what is stored, only that
 * holds which lets nobody do more.
 */

import {
  type ApprovalRule,
  approvalRisks,
  approvalRules,
  type OwnApprovalRules,
  rightsLevels,
} from '../../utils/rights';
import { coversPath, isException } from '../../utils/glob-utils';
import { maxGlobs, maxNames, type SecurityPart, type Settings, type StoredToken } from '../schema';

type Globs = readonly string[];

/** Addresses that only programs of this machine can connect to. */
const ownAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** The stored settings without anything that gives more rights than what was accepted. Tokens that were not accepted are left out. */
export function narrowed(stored: Settings, accepted: SecurityPart): Settings {
  const known = new Map(accepted.tokens.map(token => [token.valueHash, token]));
  return {
    ...stored,
    host: ownAddresses.has(stored.host) ? stored.host : accepted.host,
    allowedOrigins: both(stored.allowedOrigins, accepted.allowedOrigins),
    publicUrl: stored.publicUrl === accepted.publicUrl ? stored.publicUrl : '',
    clientDocuments: stored.clientDocuments && accepted.clientDocuments,
    tokens: stored.tokens.flatMap(token => {
      const own = known.get(token.valueHash);
      return (
        (own && narrowedToken({ token, rules: stored.approval }, { token: own, rules: accepted.approval })) ??
        []
      );
    }),
    readOnly: stored.readOnly || accepted.readOnly,
    hidden: closedTo(stored.hidden, accepted.hidden),
    disabledTools: switchedOff(stored.disabledTools, accepted.disabledTools),
    enabledTools: both(stored.enabledTools, accepted.enabledTools),
    approval: {
      edit: stricter(stored.approval.edit, accepted.approval.edit),
      overwrite: stricter(stored.approval.overwrite, accepted.approval.overwrite),
      delete: stricter(stored.approval.delete, accepted.approval.delete),
      move: stricter(stored.approval.move, accepted.approval.move),
      massChange: stricter(stored.approval.massChange, accepted.approval.massChange),
      command: stricter(stored.approval.command, accepted.approval.command),
    },
    commandAllowList: both(stored.commandAllowList, accepted.commandAllowList),
    runTemplater: stored.runTemplater && accepted.runTemplater,
    embeddingsServer: stored.embeddingsServer === accepted.embeddingsServer ? stored.embeddingsServer : '',
  };
}

/** A token with the general rules that apply to it. */
interface Ruled {
  readonly token: StoredToken;
  readonly rules: Settings['approval'];
}

/** Undefined where no folder is left that both open. */
function narrowedToken(stored: Ruled, accepted: Ruled): StoredToken | undefined {
  const [token, own] = [stored.token, accepted.token];
  const allow = openIn(token.allow, own.allow);
  const allowWrite = openIn(token.allowWrite, own.allowWrite);
  if (allow === undefined || allowWrite === undefined) return undefined;
  const expires = earlier(token.expires, own.expires);
  const approval = stricterOwn(stored, accepted);
  const { expires: _expires, approval: _approval, asksInClient: _asks, remote: _remote, ...rest } = token;
  return {
    ...rest,
    rights:
      rightsLevels[Math.min(rightsLevels.indexOf(token.rights), rightsLevels.indexOf(own.rights))] ?? 'read',
    allow,
    allowWrite,
    deny: closedTo(token.deny, own.deny),
    disabledTools: switchedOff(token.disabledTools, own.disabledTools),
    ...(approval === undefined ? {} : { approval }),
    ...(token.asksInClient === true && own.asksInClient === true ? { asksInClient: true } : {}),
    ...(token.remote === true && own.remote === true ? { remote: true } : {}),
    ...(expires === undefined ? {} : { expires }),
  };
}

function stricter(one: ApprovalRule, other: ApprovalRule): ApprovalRule {
  return approvalRules[Math.max(approvalRules.indexOf(one), approvalRules.indexOf(other))] ?? 'refuse';
}

/** Rules that a token has for itself may be weaker than those for everybody, so what comes of both is compared. */
function stricterOwn(stored: Ruled, accepted: Ruled): OwnApprovalRules | undefined {
  const rules: [string, ApprovalRule][] = [];
  for (const risk of approvalRisks) {
    const [own, known] = [stored.token.approval?.[risk], accepted.token.approval?.[risk]];
    if (own === undefined && known === undefined) continue;
    const rule = stricter(own ?? stored.rules[risk], known ?? accepted.rules[risk]);
    // What holds for everybody need not be said again.
    if (own !== undefined || rule !== stored.rules[risk]) rules.push([risk, rule]);
  }
  return rules.length === 0 ? stored.token.approval : Object.fromEntries(rules);
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) <= Date.parse(other) ? one : other;
}

function both(stored: readonly string[], accepted: readonly string[]): string[] {
  return stored.filter(text => accepted.includes(text));
}

function either(stored: readonly string[], accepted: readonly string[]): string[] {
  return [...stored, ...accepted.filter(text => !stored.includes(text))];
}

function switchedOff(stored: readonly string[], accepted: readonly string[]): string[] {
  const all = either(stored, accepted);
  return all.length > maxNames ? either(accepted, stored).slice(0, maxNames) : all;
}

/** Globs that close at least what either list closes: an exception counts where both make it. */
function closedTo(stored: Globs, accepted: Globs): string[] {
  const [a, b] = [sorted(stored), sorted(accepted)];
  const globs = [...either(a.takers, b.takers), ...both(a.exceptions, b.exceptions)];
  return globs.length > maxGlobs ? ['**'] : globs;
}

/** Globs that open at most what both lists open, where an empty list opens all; undefined where nothing is left. */
function openIn(stored: Globs, accepted: Globs): string[] | undefined {
  if (stored.length === 0) return [...accepted];
  if (accepted.length === 0) return [...stored];
  const [a, b] = [sorted(stored), sorted(accepted)];
  const kept = a.takers.filter(glob => isWithin(glob, b.takers));
  const others = b.takers.filter(glob => isWithin(glob, a.takers));
  const takers = kept.length === a.takers.length ? kept : either(kept, others);
  const globs = [...takers, ...either(a.exceptions, b.exceptions)];
  return takers.length === 0 || globs.length > maxGlobs ? undefined : globs;
}

/** Whether a glob is in a list, or is a plain path that the list covers. */
function isWithin(glob: string, list: Globs): boolean {
  return list.includes(glob) || (!/[*?[\]{}()!+@\\]/.test(glob) && coversPath(list, glob));
}

function sorted(globs: Globs): { readonly takers: Globs; readonly exceptions: Globs } {
  return {
    takers: globs.filter(glob => !isException(glob)),
    exceptions: globs.filter(isException),
  };
}
