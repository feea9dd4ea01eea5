import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { SignalboxError } from '@signalbox/core/errors'
import { isSame, type Step } from './plan.ts'
import { differenceLines } from './plan-lines.ts'
import { readRecord } from './read-instance.ts'
import { upload } from './upload.ts'

/** The instance whose records are compared. */
export interface Judging {
  /** The calls that write. */
  readonly api: SignalboxApi
  /** The calls that read, with the same view as the plan. */
  readonly view: SignalboxApi
}

/** How a record is, compared with the plan. */
export interface Judged {
  readonly step: Step
  /** `open`: as the plan read it. `same`: as the plan would make it. `conflict`: otherwise. */
  readonly result: 'open' | 'same' | 'conflict'
  /** The entity tag of the record, if it exists. */
  readonly ifMatch?: string
  /** How it differs from the plan, in lines. @default none */
  readonly reasons?: readonly string[]
}

/** Compares a record of an instance with a step of a plan. */
export async function judgeStep(target: Judging, step: Step): Promise<Judged> {
  const { kind, id, from, to } = step
  const { view } = target
  const found = await kind.get.find(view)({ id }).catch(unlessMissing)
  const record = found && (await readRecord(view, kind, id))
  if (!record) {
    if (from === undefined) return { step, result: 'open' }
    return to ? { step, result: 'conflict', reasons: ['    it was deleted in the meantime'] } : { step, result: 'same' }
  }
  if (from && isSame(record, from)) return { step, result: 'open', ifMatch: etagOf(found as object) as string }
  if (await isAsDesired(target, step, record)) return { step, result: 'same' }
  const reasons = from
    ? differenceLines(kind, from, record)
    : [
        '    it was created in the meantime, and differs from the file:',
        ...differenceLines(kind, record, to?.record as object),
      ]
  return { step, result: 'conflict', reasons }
}

/** Whether a record is as the plan would make it, with the defaults that the instance fills in. */
async function isAsDesired({ api }: Pick<Judging, 'api'>, { kind, to, force }: Step, record: object): Promise<boolean> {
  if (!to) return false
  if (isSame(record, to.record)) return true
  const { unchanged } = await upload(api, { kind, records: [to.record], strategy: 'Replace', dryRun: true, force })
  return unchanged.length > 0
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof SignalboxError && error.code === 'NOT_FOUND') return undefined
  throw error
}
