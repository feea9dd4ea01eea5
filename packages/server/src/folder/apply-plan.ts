import type { SignalboxApi } from '@signalbox/core/contract'
import { SignalboxError } from '@signalbox/core/errors'
import { type Judged, type Judging, judgeStep } from './judge-step.ts'
import type { Placed, Step } from './plan.ts'
import type { RecordKind } from './record-kinds.ts'

/** The outcome of a change. */
export interface Outcome {
  readonly step: Step
  /**
   * `same`: someone else made this change after the plan was made. `conflict`: someone else made another one, so nothing was
   * written.
   */
  readonly result: 'done' | 'same' | 'conflict' | 'failed'
  /** Why it was not done, in lines. @default none */
  readonly reasons?: readonly string[]
}

/** Where a plan is carried out. */
export interface Target extends Judging {
  /** Why, for the events. */
  readonly reason: string
}

type Changes = Parameters<SignalboxApi['commit']>[0]['body']['changes']

/** The most changes of one commit, and the most characters of their records. */
const [MOST, MOST_SIZE] = [1000, 8 * 1024 * 1024]

/** How many records are read at a time. */
const AT_ONCE = 8

/**
 * The commits that carry out a plan: one, unless it has more than 1,000 changes or 8 MiB of records. Changes stay in the order
 * of the plan.
 */
export function commitsOf(steps: readonly Step[]): (readonly Step[])[] {
  const commits: Step[][] = []
  let [count, size] = [0, 0]
  for (const step of steps) {
    const own = stagesOf(step.kind, step.from, step.to).length
    const characters = step.to ? own * JSON.stringify(step.to.record).length : 0
    const isFull = count + own > MOST || size + characters > MOST_SIZE
    if (isFull || commits.length === 0) {
      commits.push([])
      count = 0
      size = 0
    }
    commits.at(-1)?.push(step)
    count += own
    size += characters
  }
  return commits
}

/**
 * Carries out the changes of a plan in the commits of `commitsOf`, each of which writes all of its changes or none. Records are
 * only overwritten or deleted if they are still as the plan read them. Ends after the first commit that writes nothing: its
 * outcomes say why.
 */
export async function* applyPlan(target: Target, steps: readonly Step[]): AsyncGenerator<Outcome> {
  for (const commit of commitsOf(steps)) {
    const outcomes = await carryOut(target, commit)
    yield* outcomes
    if (outcomes.some(({ result }) => result === 'conflict' || result === 'failed')) return
  }
}

/** Carries out changes in one commit. If it is not written, resolves with the changes that prevented it. */
async function carryOut(target: Target, steps: readonly Step[]): Promise<readonly Outcome[]> {
  // Creations need no look: the commit itself finds out whether a record exists.
  let judged = await judgeAll(steps, async (step) => (step.from ? judgeStep(target, step) : { step, result: 'open' }))
  for (;;) {
    const conflicts = judged.filter(({ result }) => result === 'conflict')
    if (conflicts.length > 0) return conflicts as Outcome[]
    const open = judged.filter(({ result }) => result === 'open')
    const failed = open.length > 0 ? await commit(target, open) : undefined
    if (!failed) return judged.map(({ step, result }) => ({ step, result: result === 'open' ? 'done' : 'same' }))
    if (isStale(failed.error)) judged = await judgeAll(steps, (step) => judgeStep(target, step))
    const { step, error } = failed
    if (judged.some((one) => one.step === step && one.result === 'open'))
      return [{ step, result: 'failed', reasons: [reasonOf(error, step)] }]
  }
}

async function judgeAll(steps: readonly Step[], judge: (step: Step) => Promise<Judged>): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (let from = 0; from < steps.length; from += AT_ONCE)
    judged.push(...(await Promise.all(steps.slice(from, from + AT_ONCE).map(judge))))
  return judged
}

/** Whether a change failed because its record is not as it was read. */
const isStale = ({ code }: SignalboxError): boolean =>
  code === 'PRECONDITION_FAILED' || code === 'CONFLICT' || code === 'NOT_FOUND'

/** Why a change failed, without the words that say which change it was. */
function reasonOf({ message, members }: SignalboxError, { kind, id }: Step): string {
  const named = `Nothing was written, because of change ${members.index} (${kind.kind} ${id}): `
  return message.startsWith(named) ? message.slice(named.length) : message
}

interface Failed {
  readonly step: Step
  readonly error: SignalboxError
}

/** Writes all of these changes. Resolves with the first that failed, in which case nothing was written. */
async function commit({ api, reason }: Target, open: readonly Judged[]): Promise<Failed | undefined> {
  const owners: Step[] = []
  const changes: Changes = []
  for (const { step, ifMatch } of open) {
    const own = changesOf(step, ifMatch)
    changes.push(...own)
    owners.push(...own.map(() => step))
  }
  try {
    await api.commit({ body: { changes } }, { reason })
    return undefined
  } catch (error) {
    if (!(error instanceof SignalboxError) || error.code === 'UNAVAILABLE') throw error
    const { index } = error.members
    const step = typeof index === 'number' ? owners[index] : undefined
    if (step === undefined) throw error.code === 'NOT_FOUND' ? tooOld() : error
    return { step, error }
  }
}

const tooOld = () =>
  new SignalboxError(
    'NOT_FOUND',
    'the server has no operation to write several records at once (POST /api/_commit): update it, or use the signalbox command of its version. Nothing was written',
  )

function changesOf(
  { kind: { kind, ...rest }, id, from, to, force = false }: Step,
  ifMatch: string | undefined,
): Changes {
  if (to === undefined) return [{ op: 'delete', kind, id, ...(ifMatch !== undefined && { ifMatch }) }]
  const guard = ifMatch === undefined ? { ifNoneMatch: '*' as const } : { ifMatch }
  return stagesOf(rest, from, to).map((record, stage) => ({
    ...{ op: 'put', kind, record: record as Record<string, unknown> },
    ...(stage === 0 && guard),
    ...(force && { force }),
  }))
}

/** The record in each stage between its current one and the desired one, which comes last; one change for a deletion. */
function stagesOf({ stages }: Pick<RecordKind, 'stages'>, from: object | undefined, to: Placed | undefined): object[] {
  const { record } = to ?? { record: {} }
  if (!stages || !to) return [record]
  const { member, values } = stages
  const stageOf = (one: object | undefined) => values.indexOf(String(one && (one as Record<string, unknown>)[member]))
  const between = values.slice(stageOf(from) + 1, Math.max(0, stageOf(record)))
  return [...between.map((value) => ({ ...record, [member]: value })), record]
}
