import { visibleLine } from '../utils/text/visible-text';
import type { CanvasCounts, ChangeAction } from '../vault/journal/records';
import { quoted } from './plain-words';
import { t } from './text/text';

/** A change as a whole, in a few words of the app's language; invisible characters are shown. */
export function actionText(action: ChangeAction): string {
  switch (action.kind) {
    case 'renameProperty': {
      const { from, to, notes: count } = action;
      return t('action.renameProperty', { from: quoted(from), to: quoted(to), count });
    }
    case 'renameTag': {
      const { from, to, notes: count } = action;
      return t('action.renameTag', { from: tagText(from), to: tagText(to), count });
    }
    case 'renameHeading': {
      const { path, from, to, links: count, otherFiles } = action;
      const names = { note: visibleLine(path), from: quoted(from), to: quoted(to) };
      const done = { action: t('action.renameHeading', names), links: t('action.links', { count }) };
      if (count === 0) return done.action;
      if (otherFiles === 0) return t('action.andLinksInIt', done);
      return t('action.andLinks', { ...done, files: t('action.otherFiles', { count: otherFiles }) });
    }
    case 'mergeNotes': {
      const { from, into, otherFiles: count, isPermanent } = action;
      const files = t('action.otherFiles', { count });
      const links = count === 0 ? '' : t('action.mergeLinks', { files });
      const names = { from: visibleLine(from), into: visibleLine(into), links };
      return t(isPermanent ? 'action.mergeForGood' : 'action.mergeNotes', names);
    }
    case 'replaceText': {
      const { find, replacement, places, notes } = action;
      return t('action.replaceText', {
        find: quoted(find),
        replacement: quoted(replacement),
        places: t('action.places', { count: places }),
        notes: t('common.notes', { count: notes }),
      });
    }
    case 'editCanvas':
      return canvasActions
        .filter(part => action[part].cards + action[part].arrows > 0)
        .map(part => t(`action.canvas.${part}`, { things: itemsText(action[part]) }))
        .join(' ');
    case 'addAttachment': {
      const { path, mediaType, bytes, note } = action;
      const file = { path: visibleLine(path), mediaType, size: t('action.bytes', { count: bytes }) };
      return note === undefined
        ? t('action.addAttachment', file)
        : t('action.embedAttachment', { ...file, note: visibleLine(note) });
    }
  }
}

const canvasActions = ['added', 'changed', 'removed'] as const;

function itemsText({ cards, arrows }: CanvasCounts): string {
  const cardsText = t('action.canvas.cards', { count: cards });
  const arrowsText = t('action.canvas.arrows', { count: arrows });
  if (arrows === 0) return cardsText;
  return cards === 0 ? arrowsText : t('action.canvas.both', { cards: cardsText, arrows: arrowsText });
}

function tagText(tag: string): string {
  return visibleLine(`#${tag}`);
}
