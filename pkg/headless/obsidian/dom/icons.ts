import { ambient } from '../ambient';
import { currentDocument } from './dom';

const svg = 'http://www.w3.org/2000/svg';

export function addIcon(iconId: string, svgContent: string): void {
  ambient().icons.set(iconId, svgContent);
}

export function removeIcon(iconId: string): void {
  ambient().icons.delete(iconId);
}

export function getIconIds(): string[] {
  return [...ambient().icons.keys()];
}

/** The app's icon library is not included: icons are empty pictures with the right classes. */
export function getIcon(iconId: string): SVGSVGElement | null {
  const document = currentDocument();
  if (document === undefined) return null;
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('class', `svg-icon ${ambient().icons.has(iconId) ? iconId : `lucide-${iconId}`}`);
  icon.setAttribute('viewBox', '0 0 100 100');
  const content = ambient().icons.get(iconId);
  if (content !== undefined) icon.append(...shapes(content));
  return icon;
}

export function setIcon(parent: HTMLElement, iconId: string): void {
  const icon = getIcon(iconId);
  if (icon === null) return;
  parent.querySelector(':scope > .svg-icon')?.remove();
  parent.prepend(icon);
}

function shapes(content: string): ChildNode[] {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${svg}">${content}</svg>`, 'image/svg+xml');
  return [...parsed.documentElement.childNodes];
}
