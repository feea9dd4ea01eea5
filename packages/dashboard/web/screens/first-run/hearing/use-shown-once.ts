import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** How long after somebody scrolled the page does not scroll itself, in milliseconds. */
const PAUSE_MS = 3000

/** Scrolls a part of the page into view once something has come true, unless somebody has just scrolled. */
export function useShownOnce(part: RefObject<HTMLElement | null>, isTrue: boolean): void {
  const scrolled = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const note = () => {
      scrolled.current = performance.now()
    }
    const kinds = ['wheel', 'touchmove'] as const
    for (const kind of kinds) addEventListener(kind, note, { passive: true })
    return () => {
      for (const kind of kinds) removeEventListener(kind, note)
    }
  }, [])
  useEffect(() => {
    if (!isTrue || performance.now() - scrolled.current < PAUSE_MS) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    part.current?.scrollIntoView({ block: 'nearest', behavior })
  }, [isTrue])
}
