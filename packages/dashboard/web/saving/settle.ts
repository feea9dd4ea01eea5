import { isSame } from '../values/is-same.ts'
import type { Copy } from './copy.ts'
import { isDeclined } from './declined.ts'
import type { SavedChange } from './draft.ts'
import { codeOf, type EditingPorts } from './editing-ports.ts'
import { isRejected, problemsOf } from './problems.ts'
import type { Sent } from './write-copy.ts'

/**
 * After a save that failed: says what is wrong, and finds out whether a write succeeded whose answer was lost. Resolves
 * with what that write changed.
 */
export async function settle<T extends object>(
  ports: EditingPorts<T>,
  copy: Copy<T>,
  { error, last }: { readonly error: unknown; readonly last: Sent<T> | undefined },
): Promise<SavedChange<T> | undefined> {
  const { work, outcome, draft } = copy
  if (isDeclined(error)) return
  ports.onFailure(error)
  if (isRejected(error)) {
    outcome.value = { ...outcome.peek(), problems: Object.fromEntries(problemsOf(error)) }
    return
  }
  const { base } = work.peek()
  if (codeOf(error) === 'NOT_FOUND' && base) {
    ports.expect()(undefined)
    return
  }
  outcome.value = { ...outcome.peek(), error }
  if (codeOf(error) !== 'UNAVAILABLE' && codeOf(error) !== 'INTERNAL') return
  if (base) work.value = { ...work.peek(), base: { ...base, tag: undefined } }
  try {
    const take = ports.expect()
    const newest = await ports.get()
    take(newest)
    const isWritten = last !== undefined && isSame(newest, last.sent)
    if (isWritten) copy.finish({ ...last, now: newest })
    else if (!copy.rebase(newest, ports.etagOf(newest)) || draft.peek().saved === undefined) return
    else if (draft.peek().changes.length > 0) return
    else copy.finish()
    const { error: _, ...rest } = outcome.peek()
    outcome.value = rest
    return isWritten ? { was: last.was, now: newest } : undefined
  } catch {
    // The service cannot be reached: the next save reads first.
  }
}
