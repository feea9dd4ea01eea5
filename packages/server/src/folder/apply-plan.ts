import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { SignalboxError } from '@signalbox/core/errors'
import { isSame, type Placed, type Step } from './plan.ts'
import { differenceLines } from './plan-lines.ts'
import { readRecord } from './read-instance.ts'
import type { RecordKind } from './record-kinds.ts'
import { upload } from './upload.ts'

/** The outcome of a change. */
export interface Outcome {
  readonly step: Step
  /**
   * `same`: someone else made this change after the plan was made. `conflict`: someone else made another one, so the record was
   * left as it is.
   */
  readonly result: 'done' | 'same' | 'conflict' | 'failed'
  /** Why it was not done, in lines. @default none */
  readonly reasons?: readonly string[]
}

/** Where a plan is carried out. */
export interface Target {
  /** The calls that write. */
  readonly api: SignalboxApi
  /** The calls that read, with the same view as the plan. */
  readonly view: SignalboxApi
  /** Why, for the events. */
  readonly reason: string
}

/**
 * Carries out the changes of a plan, one after the other. A record is only overwritten or deleted if it is still as the plan
 * read it. Changes that fail do not stop the others.
 */
export async function* applyPlan(target: Target, steps: readonly Step[]): AsyncGenerator<Outcome> {
  for (const step of steps)
    try {
      const reasons = await carryOut(target, step)
      if (reasons === undefined) yield { step, result: 'done' }
      else yield (await isAsDesired(target, step)) ? { step, result: 'same' } : { step, result: 'conflict', reasons }
    } catch (error) {
      if (!(error instanceof SignalboxError) || error.code === 'UNAVAILABLE') throw error
      yield { step, result: 'failed', reasons: [error.message] }
    }
}

/** Carries out one change. Resolves with the reasons if the record is not as planned. */
async function carryOut(target: Target, step: Step): Promise<readonly string[] | undefined> {
  const { kind, from, to, force } = step
  if (from === undefined) return create(target, step)
  const current = await currentOf(target, step)
  if (typeof current === 'object') return current
  if (to === undefined) {
    const { api, reason } = target
    return withoutMismatch(target, step, () => kind.remove.find(api)({ id: step.id }, { ifMatch: current, reason }))
  }
  const [first, ...later] = stagesOf(kind, from, to)
  const replaced = () => replace(target, kind, { record: first as object, ifMatch: current, force })
  return (await withoutMismatch(target, step, replaced)) ?? advance(target, step, later)
}

/** Whether a record is as the plan would make it, with the defaults that the instance fills in. */
async function isAsDesired({ api, view }: Target, { kind, id, to, force }: Step): Promise<boolean> {
  const record = await readRecord(view, kind, id)
  if (!to || !record) return !to && !record
  if (isSame(record, to.record)) return true
  const { unchanged } = await upload(api, { kind, records: [to.record], strategy: 'Replace', dryRun: true, force })
  return unchanged.length > 0
}

/** The entity tag of a record that is still as planned, or else how it differs. */
async function currentOf({ view }: Target, { kind, id, from }: Step): Promise<string | readonly string[]> {
  const found = await kind.get.find(view)({ id }).catch(unlessMissing)
  const record = found && (await readRecord(view, kind, id))
  if (!record) return ['    it was deleted in the meantime']
  if (!isSame(record, from as object)) return differenceLines(kind, from as object, record)
  return etagOf(found as object) as string
}

async function create(target: Target, step: Step): Promise<readonly string[] | undefined> {
  const { kind, id, to, force } = step
  const [first, ...later] = stagesOf(kind, undefined, to as Placed)
  const { kept, refusals } = await upload(target.api, {
    kind,
    records: [first as object],
    strategy: 'Keep',
    reason: target.reason,
    force,
  })
  for (const { message } of refusals) throw new SignalboxError('INVALID', message)
  if (kept === 0) return advance(target, step, later)
  const record = await readRecord(target.view, kind, id)
  const differing = record ? differenceLines(kind, record, to?.record as object) : []
  return ['    it was created in the meantime, and differs from the file:', ...differing]
}

/** Takes a record that this plan has just written through its further stages. */
async function advance(target: Target, { kind, id }: Step, stages: readonly object[]): Promise<undefined> {
  for (const record of stages) {
    const found = (await kind.get.find(target.view)({ id })) as object
    await replace(target, kind, { record, ifMatch: etagOf(found) as string })
  }
}

interface Replacing {
  readonly record: object
  readonly ifMatch: string
  readonly force?: boolean | undefined
}

async function replace({ api, reason }: Target, kind: RecordKind, { record, ...guards }: Replacing): Promise<void> {
  const { refusals } = await upload(api, { kind, records: [record], strategy: 'Replace', ...guards, reason })
  for (const { message } of refusals) throw new SignalboxError('INVALID', message)
}

/** Runs a conditional write. If it fails because the record has changed, resolves with how it differs. */
async function withoutMismatch(
  target: Target,
  step: Step,
  write: () => Promise<unknown>,
): Promise<readonly string[] | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    const now = await currentOf(target, step)
    if (typeof now === 'object') return now
    throw error
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof SignalboxError && error.code === 'NOT_FOUND') return undefined
  throw error
}

/** The record in each stage between its current one and the desired one, which comes last. */
function stagesOf({ stages }: RecordKind, from: object | undefined, { record }: Placed): object[] {
  if (!stages) return [record]
  const { member, values } = stages
  const stageOf = (one: object | undefined) => values.indexOf(String(one && (one as Record<string, unknown>)[member]))
  const between = values.slice(stageOf(from) + 1, Math.max(0, stageOf(record)))
  return [...between.map((value) => ({ ...record, [member]: value })), record]
}
