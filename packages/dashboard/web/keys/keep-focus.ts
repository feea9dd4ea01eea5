/** How long a place for the focus may take to appear, in milliseconds. */
const PATIENCE = 2000

type Find = () => HTMLElement | null | undefined

/**
 * Moves the focus after the page is drawn again: to the place that `find` returns. Without such a place, a focus that was
 * lost with a removed control moves to the selected tab of the record, or to the heading of the screen.
 */
export function keepFocus(find: Find = () => undefined): void {
  const end = performance.now() + PATIENCE
  const attempt = () => {
    const { activeElement: active } = document
    const isLost = active === null || active === document.body
    const target = find() ?? (isLost ? fallback() : undefined)
    if (target) focusOn(target)
    else if (isLost && performance.now() < end) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

const places = ['dialog:modal h2', '#main .detail [role="tab"][aria-selected="true"]', '#main .detail h1', '#main h1']

function fallback(): HTMLElement | null | undefined {
  return places.map((place) => document.querySelector<HTMLElement>(place)).find((found) => found?.checkVisibility())
}

function focusOn(target: HTMLElement): void {
  const isControl = target.tabIndex >= 0
  if (!isControl) target.tabIndex = -1
  target.focus({ preventScroll: !target.matches('input, select, textarea, button') || target.role === 'tab' })
}
