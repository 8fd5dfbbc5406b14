/** Expressions that the page evaluates to what is wrong with its layout; each gives a list of strings, empty where all is well. */

/**
 * What sticks out of the window or its dialog at either side, and what is cut off: of our own elements, those whose text
 * is wider than their box, unless they say so with an ellipsis or scroll; and parts that are wider than what one sees of them.
 */
export const outOfSight = `(() => {
  const ours = '.lectern-settings, .lectern-activity, .lectern-approval, .lectern-welcome, .lectern-status, .modal';
  const parts = [...document.querySelectorAll(ours)];
  const inside = parts.flatMap(part => [...part.querySelectorAll('*')]);
  const cut = [...new Set(inside)]
    .filter(element => element.checkVisibility() && !element.closest('pre, .lectern-diff'))
    .filter(element => {
      const { left, right, width } = element.getBoundingClientRect();
      const dialog = element.closest('.modal')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
      if (width > 0 && (right > dialog.right + 0.5 || left < dialog.left - 0.5)) return true;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut = !element.matches('input') && (overflowX === 'hidden' || overflowX === 'clip');
      return isCut && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    });
  const sideways = parts.filter(part => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1);
  return [...cut, ...sideways].map(element => element.outerHTML.slice(0, 160));
})()`;

/** Rows whose control covers their text or another control, and rows whose text is squeezed to a few letters per line. */
export const covered = `(() => {
  const overlap = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > 1 && height > 1;
  };
  return [...document.querySelectorAll('.lectern-settings .setting-item, .modal .setting-item')]
    .filter(row => row.checkVisibility())
    .filter(row => {
      const info = row.querySelector(':scope > .setting-item-info');
      const controls = [...row.querySelectorAll(':scope > .setting-item-control > *')].filter(one => one.checkVisibility());
      if (info === null || !info.checkVisibility() || info.textContent === '') return false;
      const { width, height } = info.getBoundingClientRect();
      const isSqueezed = width < Math.min(120, row.getBoundingClientRect().width / 2) && height > 60;
      return isSqueezed || controls.some((one, at) => [info, ...controls.slice(0, at)].some(other => overlap(one, other)));
    })
    .map(row => row.textContent.slice(0, 80));
})()`;
