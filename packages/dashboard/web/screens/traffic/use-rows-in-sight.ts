import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Rows of one height, of which only those in sight are drawn. */
export interface RowsInSight {
  /** The first row that is drawn. */
  readonly first: number
  /** How many are drawn. */
  readonly count: number
  /** The height of a row in pixels: `--row-in-sight` in the styles of the box. */
  readonly height: number
  /** Must be called when the box is scrolled. */
  onScroll(): void
}

/** Rows that are drawn beyond those in sight. */
const SPARE = 8

/** Finds the rows in sight of a box that scrolls. If items are added on top, what is read stays in place. */
export function useRowsInSight<T>(
  box: { readonly current: HTMLElement | null },
  items: readonly T[],
  growsOnTop = false,
): RowsInSight {
  const top = useRef(items[0])
  const [view, setView] = useState({ first: 0, count: 40, height: 32 })
  const measure = () => {
    const element = box.current
    if (!element) return
    const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-in-sight')) || 32
    const first = Math.max(0, Math.floor(element.scrollTop / height) - SPARE)
    const count = Math.ceil(element.clientHeight / height) + 2 * SPARE
    setView((old) =>
      old.first === first && old.count === count && old.height === height ? old : { first, count, height },
    )
  }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const added = growsOnTop && top.current !== undefined ? items.indexOf(top.current) : 0
    if (added > 0 && box.current!.scrollTop > 0) box.current!.scrollTop += added * view.height
    top.current = items[0]
    measure()
  }, [items])
  return { ...view, onScroll: measure }
}
