import { because } from '../confirm/because.ts'
import { changesOf, isPatchable, toPatch } from '../values/changes.ts'
import type { Base, Copy } from './copy.ts'
import type { SavedChange } from './draft.ts'
import { codeOf, type EditingPorts } from './editing-ports.ts'

/** How often a save is repeated because someone else saved in between. */
const MOST_ATTEMPTS = 5

/** How a write ended. */
export interface Written<T> {
  /** Whether the copy is saved; false if the user has to choose between conflicting members first. */
  readonly isSaved: boolean
  /** What the write changed, if one was needed. */
  readonly change?: SavedChange<T>
}

/** A copy that was sent, and the value on which it was based. */
export interface Sent<T> {
  readonly was: T | undefined
  readonly sent: T
}

/**
 * Writes a copy, after merging what others wrote, until that succeeds or something conflicts. `onSend` is called before
 * each attempt. Rejects if the service rejects the copy, or cannot be reached.
 */
export async function writeCopy<T extends object>(
  ports: EditingPorts<T>,
  copy: Copy<T>,
  onSend: (sent: Sent<T>) => void,
): Promise<Written<T>> {
  for (let attempts = 0; ; attempts++) {
    if (isUnsure(copy) && !(await readNewest(ports, copy))) return { isSaved: false }
    const { mine, base } = copy.work.peek()
    const changes = base && mine && changesOf(base.value, mine)
    if (mine === undefined || changes?.length === 0) {
      copy.finish()
      return { isSaved: true }
    }
    const take = ports.expect()
    onSend({ was: base?.value, sent: mine })
    try {
      const now = await send(ports, mine, base)
      take(now)
      const change = { was: base?.value, now }
      copy.finish({ ...change, sent: mine })
      return { isSaved: true, change }
    } catch (error) {
      const isOvertaken = codeOf(error) === (base ? 'PRECONDITION_FAILED' : 'CONFLICT')
      if (!isOvertaken || attempts >= MOST_ATTEMPTS) throw error
      if (!(await readNewest(ports, copy).catch((cause) => Promise.reject(base ? cause : error))))
        return { isSaved: false }
    }
  }
}

/** Whether it is unknown what the service has. */
function isUnsure<T>({ work }: Copy<T>): boolean {
  const { base } = work.peek()
  return base !== undefined && base.tag === undefined
}

/** Reads the record and merges it. Resolves with whether the copy can be saved. Rejects if there is no record. */
async function readNewest<T>(ports: EditingPorts<T>, copy: Copy<T>): Promise<boolean> {
  const take = ports.expect()
  const newest = await ports.get()
  take(newest)
  return copy.rebase(newest, ports.etagOf(newest))
}

function send<T>(ports: EditingPorts<T>, mine: T, base: Base<T> | undefined): Promise<T> {
  const why = because(ports.reason.peek())
  if (!base) return ports.create(mine, why)
  const options = { ifMatch: base.tag as string, ...why }
  const changes = changesOf(base.value, mine)
  const isRename = changes.some(({ pointer }) => pointer === '/id' || pointer === '/clientId')
  return isPatchable(changes) && !isRename ? ports.patch(toPatch(changes), options) : ports.replace(mine, options)
}
