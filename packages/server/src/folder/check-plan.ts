import type { SignalboxApi } from '@signalbox/core/contract'
import { isAllowed } from '@signalbox/core/grants'
import type { Placed, Step } from './plan.ts'
import { nameOf } from './plan-lines.ts'
import type { RecordKind } from './record-kinds.ts'
import { type Refusal, upload } from './upload.ts'

/** A plan as the instance would carry it out. */
export interface CheckedPlan {
  /** The changes that have an effect. */
  readonly steps: readonly Step[]
  /** Why the instance would reject changes, with the file and line of each. */
  readonly problems: readonly string[]
}

/** A change that writes a record. */
type Write = Step & { readonly to: Placed }

const RECORDS_PER_RUN = 500

/**
 * Checks a plan against its instance by dry runs, which write nothing: records are valid, and the caller has the rights. Omits
 * changes without an effect, such as a record without a default that the instance fills in.
 */
export async function checkPlan(api: SignalboxApi, steps: readonly Step[]): Promise<CheckedPlan> {
  const problems: string[] = []
  const idle = new Set<Step>()
  const writes = steps.filter(isWrite)
  const written = new Set(writes.map(({ kind }) => kind.kind))
  for (const batch of batchesOf(writes)) {
    const [{ kind, force }] = batch
    const records = batch.map(({ to }) => to.record)
    const { refusals, unchanged } = await upload(api, { kind, records, strategy: 'Replace', dryRun: true, force })
    for (const at of unchanged) idle.add(batch[at] as Step)
    for (const refusal of refusals)
      if (!mayResolve(refusal, kind, written)) problems.push(...problemsOf(batch[refusal.at] as Write, refusal))
  }
  const left = steps.filter((step) => !idle.has(step))
  return { steps: left, problems: [...problems, ...(await forbiddenDeletes(api, left))] }
}

const isWrite = (step: Step): step is Write => step.to !== undefined

/** Writes that one dry run can check: of one kind, by whether they need force. */
function batchesOf(writes: readonly Write[]): (readonly [Write, ...Write[]])[] {
  const kinds = Map.groupBy(writes, ({ kind }) => kind).values()
  return [...kinds].flatMap((own) =>
    [false, true].flatMap((forced) => {
      const alike = own.filter(({ force = false }) => force === forced)
      const starts = Array.from({ length: Math.ceil(alike.length / RECORDS_PER_RUN) }, (_, i) => i * RECORDS_PER_RUN)
      return starts.map((start) => alike.slice(start, start + RECORDS_PER_RUN) as [Write, ...Write[]])
    }),
  )
}

/** Whether a record was rejected only because it refers to what the plan may write before it. */
function mayResolve({ members }: Refusal, { after = [] }: RecordKind, written: ReadonlySet<string>): boolean {
  const problems = Object.values(members).flat()
  const isReference = problems.length > 0 && problems.every(({ message }) => message === 'error.reference')
  return isReference && after.some((kind) => written.has(kind))
}

function problemsOf({ kind, id, to }: Write, { message, members }: Refusal): string[] {
  const [pointer = ''] = Object.keys(members)
  const place = to.placeOf?.(pointer)
  return [`${place === undefined ? '' : `${place}: `}${nameOf(kind, id)}: ${message}`]
}

/** The deletions that the caller has no right to. Only the instance knows the owners of owned records. */
async function forbiddenDeletes(api: SignalboxApi, steps: readonly Step[]): Promise<string[]> {
  const deletes = steps.filter(({ change }) => change === 'delete')
  if (deletes.length === 0) return []
  const me = await api.me()
  return deletes.flatMap(({ kind, id }) => {
    const { access } = kind.remove.operation
    if (typeof access === 'object' && access.owned) return []
    const mayDelete =
      me.admin || (typeof access === 'object' && isAllowed(me, { domain: access.domain, right: 'D', id }))
    return mayDelete ? [] : [`${nameOf(kind, id)}: the caller lacks the right D (delete)`]
  })
}
