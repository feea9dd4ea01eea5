import { api } from '../../../calls/api.ts'
import type { Because } from '../../../confirm/because.ts'
import { confirmed } from '../../../confirm/question.ts'
import { toast } from '../../../notices/toasts.ts'
import { operationsOf } from '../../../records/operations.ts'
import { heldOf } from '../../../records/records.ts'
import { changesOf } from '../../../values/changes.ts'
import { tellFailure } from '../tell-failure.ts'
import type { Testing } from './testing-words.ts'

interface TestingChange {
  readonly id: string
  /** The members before, and what they become. */
  readonly was: Partial<Testing>
  readonly next: Partial<Testing>
  /** What happened, as a sentence. */
  readonly said: string
}

/** Changes the testing mode of the saved API, and of its draft, at once, and offers to take it back. */
export async function changeTesting({ id, was, next, said }: TestingChange): Promise<void> {
  const changes = changesOf({ testing: was }, { testing: next })
  const because = await confirmed([id], { title: `Change testing for ${id}?`, action: 'Change', changes })
  if (!because) return
  const take = heldOf('apis').expect(id)
  try {
    take(await operationsOf('apis').patch({ id, body: { testing: next } }, because))
    await alignDraft(id, next, because)
    const back = { id, was: next, next: was, said: 'Testing is as before.' }
    toast(said, { action: { label: 'Undo', run: () => void changeTesting(back) } })
  } catch (error) {
    tellFailure(error)
  }
}

/** Changes the draft, too: publishing it must not take the change back. Without a draft, this is the saved API. */
async function alignDraft(id: string, next: Partial<Testing>, because: Because): Promise<void> {
  const { testing } = await api.apis.draft.get({ id })
  const isAligned = Object.entries(next).every(([name, value]) => testing?.[name as keyof Testing] === value)
  if (!isAligned) await api.apis.draft.patch({ id, body: { testing: next } }, because)
}
