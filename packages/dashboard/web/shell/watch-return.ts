import { isEnding, refreshSession } from '../calls/session.ts'

/**
 * Watches for a return by the history of the browser, which may show the page as it was left, with all it held. After the
 * end of a session nothing of it is shown: the page is loaded again, and leads to the sign-in.
 */
export function watchReturn(): void {
  addEventListener('pagehide', () => {
    if (isEnding.peek()) document.body.hidden = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (isEnding.peek()) location.reload()
    else refreshSession().catch(() => {}) // the lamp tells that the service is away
  })
}
