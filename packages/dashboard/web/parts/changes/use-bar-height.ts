import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/**
 * Tells the styles of the page how high the bar at its lower edge is (`--save-bar`), so that what is focused scrolls clear
 * of it, and messages appear above it.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown || !bar.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--save-bar', `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`)
    })
    observer.observe(bar.current.closest('.save-bar') ?? bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--save-bar')
    }
  }, [isShown])
}
