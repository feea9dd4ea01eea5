import { createCopy } from './copy.ts'
import type { Editing, SavedChange } from './draft.ts'
import type { EditingPorts } from './editing-ports.ts'
import { settle } from './settle.ts'
import { takeBack } from './take-back.ts'
import { type Sent, writeCopy } from './write-copy.ts'

/**
 * Edits a record. Nothing that others saved is overwritten unseen: every write carries the entity tag of the record on
 * which the copy is based, and changes of others are merged by member.
 */
export function createEditing<T extends object>(ports: EditingPorts<T>): Editing<T> {
  const copy = createCopy(ports)
  const { work, outcome, draft, edit, hold, drop, undo, takeNewer, choose } = copy
  const { reason } = ports
  let change: SavedChange<T> | undefined

  async function write(): Promise<boolean> {
    const { mine, conflicts } = work.peek()
    if (draft.peek().unreadable.length > 0) return false
    if (mine === undefined || conflicts.length > 0 || outcome.peek().state === 'saving') return mine === undefined
    if (draft.peek().deleted) return false
    outcome.value = { problems: {}, state: 'saving' }
    change = undefined
    let last: Sent<T> | undefined
    try {
      const written = await writeCopy(ports, copy, (sent) => {
        last = sent
      })
      change = written.change
      return written.isSaved
    } catch (error) {
      change = await settle(ports, copy, { error, last })
      return change !== undefined || work.peek().mine === undefined
    } finally {
      copy.tidy()
      outcome.value = { ...outcome.peek(), state: 'idle' }
    }
  }

  async function save(): Promise<boolean> {
    const typed = reason.peek()
    const isSaved = await write()
    // A reason that was typed meanwhile belongs to the next save.
    if (isSaved && reason.peek() === typed) reason.value = ''
    return isSaved
  }

  return {
    draft,
    reason,
    edit,
    hold,
    drop,
    undo,
    discard() {
      copy.discard()
      reason.value = ''
    },
    takeNewer,
    choose,
    save,
    lastChange: () => change,
    takeBack: (changes, because = {}) => takeBack(ports, changes, because),
    async createAgain() {
      const { mine } = work.peek()
      if (mine === undefined || draft.peek().unreadable.length > 0) return false
      work.value = { mine, conflicts: [] }
      return save()
    },
  }
}
