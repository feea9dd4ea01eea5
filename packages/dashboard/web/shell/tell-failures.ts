import { failureSentence } from '../calls/failures.ts'
import { toast } from '../notices/toasts.ts'

/**
 * Shows failures that no component has shown, so that nothing fails silently. Aborted calls are no failures; after an
 * ended session the user is asked to sign in.
 */
export function tellFailures(): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    const { name, code } = (reason ?? {}) as { name?: unknown; code?: unknown }
    if (name !== 'AbortError' && code !== 'UNAUTHENTICATED') toast(failureSentence(reason), { aspect: 'danger' })
  })
}
