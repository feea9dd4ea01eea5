import { api } from '../../../calls/api.ts'
import type { Because } from '../../../confirm/because.ts'
import { toast } from '../../../notices/toasts.ts'
import { operationsOf } from '../../../records/operations.ts'
import { heldOf } from '../../../records/records.ts'
import { tellFailure } from '../tell-failure.ts'
import type { Plan } from './mode-words.ts'
import { type Announcement, patchOf } from './plan-patch.ts'
import { nameOf, type PlanStatus, statusOf } from './plan-words.ts'

/** Which status a plan gets, what is announced with it, and why. */
interface Move {
  readonly to: PlanStatus
  readonly announced?: Announcement
  readonly because?: Because
}

/**
 * Gives a plan of the saved API a status, at once. A draft gets the same, so that it does not undo this once it is
 * published.
 */
export async function movePlan(id: string, plan: Plan, move: Move): Promise<void> {
  const { to } = move
  await write(id, plan.id, move)
  const from = statusOf(plan)
  const isTakenBack = [from, to].every((status) => status === 'published' || status === 'deprecated')
  const { sunset_at, successor } = plan
  const back = {
    label: 'Undo',
    run: () => void write(id, plan.id, { to: from, announced: { sunset_at, successor } }).catch(tellFailure),
  }
  toast(`The plan ${nameOf(plan)} is ${to}.`, isTakenBack ? { action: back } : {})
}

async function write(id: string, plan: string, { to, announced, because }: Move): Promise<void> {
  const body = patchOf(await api.apis.get({ id }), plan, to, announced)
  if (!body) throw new Error(`The plan ${plan} is gone.`)
  const take = heldOf('apis').expect(id)
  take(await operationsOf('apis').patch({ id, body }, because))
  // Without a draft, this is the saved API, and nothing is left to change.
  const inDraft = patchOf(await api.apis.draft.get({ id }), plan, to, announced)
  if (inDraft) await api.apis.draft.patch({ id, body: inDraft }, because)
}
