import { type ReadonlySignal, signal } from '@preact/signals'

const shown = signal(!document.hidden)

/**
 * Whether the page is shown: its tab is in front, and the browser has not put the page aside for a return by the history.
 * Only a shown page keeps a connection open: over HTTP/1.1, all tabs of a browser together have six to a host.
 */
export const isShown: ReadonlySignal<boolean> = shown

const look = () => {
  shown.value = !document.hidden
}
document.addEventListener('visibilitychange', look)
addEventListener('pageshow', look)
addEventListener('pagehide', () => {
  shown.value = false
})
