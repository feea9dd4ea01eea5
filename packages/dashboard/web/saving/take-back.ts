import type { Because } from '../confirm/because.ts'
import type { MemberChange } from '../values/changes.ts'
import { isSame } from '../values/is-same.ts'
import { valueAt } from '../values/pointer.ts'
import { undoPatch } from '../values/undo-patch.ts'
import { codeOf, type EditingPorts } from './editing-ports.ts'

/** How often it is tried because someone else saved in between. */
const MOST_ATTEMPTS = 5

/**
 * Takes saved changes back. The newest record is read first, because a JSON Patch cannot test that a removed member is
 * still absent. Rejects with CONFLICT if one of the members was changed since.
 */
export async function takeBack<T extends object>(
  ports: EditingPorts<T>,
  changes: readonly MemberChange[],
  because: Because,
): Promise<void> {
  const operations = undoPatch(changes)
  if (!operations) return
  for (let attempts = 0; ; attempts++) {
    const newest = await ports.get()
    const changed = changes.find(({ pointer, now }) => !isSame(valueAt(newest, pointer), now))
    if (changed) throw Object.assign(new Error(`${changed.pointer} was changed since`), { code: 'CONFLICT' })
    const take = ports.expect()
    try {
      const ifMatch = ports.etagOf(newest)
      take(await ports.patch(operations, { ...because, ...(ifMatch !== undefined && { ifMatch }) }))
      return
    } catch (error) {
      if (codeOf(error) !== 'PRECONDITION_FAILED' || attempts >= MOST_ATTEMPTS) throw error
    }
  }
}
