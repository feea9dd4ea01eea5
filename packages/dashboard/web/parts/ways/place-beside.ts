/** Puts a popover below its button, or above it where there is no room below, inside the window. */
export function placeBeside(popover: HTMLElement, anchor: Element, { gap = 4, edge = 8 } = {}): void {
  const { left, right, top, bottom, width } = anchor.getBoundingClientRect()
  popover.style.minWidth = `${width}px`
  const { width: own, height } = popover.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isRoomy = bottom + gap + height <= clientHeight - edge || top < clientHeight / 2
  const start = getComputedStyle(anchor).direction === 'rtl' ? right - own : left
  popover.style.left = `${Math.max(edge, Math.min(start, clientWidth - own - edge))}px`
  popover.style.top = `${isRoomy ? bottom + gap : Math.max(edge, top - gap - height)}px`
  popover.style.maxHeight = `${(isRoomy ? clientHeight - bottom : top) - gap - edge}px`
}
