import { SignalboxError } from '@signalbox/core/errors'
import { applyPlan, commitsOf, type Outcome } from './apply-plan.ts'
import { type CheckedPlan, checkPlan } from './check-plan.ts'
import { type PlanInput, planOf, type Step } from './plan.ts'
import { nameOf, planLines, planSummary } from './plan-lines.ts'
import type { Instance } from './sides.ts'

/** The end of a command that applies records: all is as desired, something failed, or a dry run found changes. */
export type PlanEnd = 'done' | 'failed' | 'differs'

/** How a plan is carried out. */
export interface RunOptions extends PlanInput {
  /** Whether to only print the plan. @default false */
  readonly dryRun?: boolean
  /** Whether to only compare, without the right to write. Dry runs of other changes are not checked then. @default false */
  readonly compares?: boolean
  /** Why, for the events. */
  readonly reason: string
  /** Prints a line of the result. */
  readonly print: (line: string) => void
  /** Prints a line about what is wrong. */
  readonly warn: (line: string) => void
}

/**
 * Prints the plan for an instance, and carries it out unless this is a dry run. Nothing is written if the instance would
 * reject a change.
 */
export async function runPlan(
  { api, view }: Instance,
  { dryRun = false, compares = false, reason, print, warn, ...input }: RunOptions,
): Promise<PlanEnd> {
  const { steps, problems } = await (compares ? comparison : checkPlan)(api, planOf(input))
  for (const line of planLines(steps)) print(line)
  print(planSummary(steps, countOf(input) - steps.filter(({ to }) => to).length))
  if (problems.length > 0) {
    for (const problem of problems) warn(problem)
    warn(
      `Nothing was written, because ${problems.length} ${problems.length === 1 ? 'change is' : 'changes are'} invalid`,
    )
    return 'failed'
  }
  if (steps.length === 0) return 'done'
  if (dryRun || compares) return 'differs'
  const commits = commitsOf(steps).length
  if (commits > 1)
    print(
      `${steps.length} changes are more than one commit takes: they are written in ${commits} commits, one after the other`,
    )
  const counts = { create: 0, update: 0, delete: 0, same: 0, conflict: 0, failed: 0 }
  for await (const outcome of applyPlan({ api, view, reason }, steps)) {
    const { step, result } = outcome
    counts[result === 'done' ? step.change : result]++
    for (const line of outcomeLines(outcome)) warn(line)
  }
  const { create, update, delete: deleted, same, conflict, failed } = counts
  const others = same === 0 ? '' : `, ${same} already done by someone else`
  print(`Created ${create}, changed ${update}, deleted ${deleted}${others}`)
  if (conflict + failed === 0) return 'done'
  const written = create + update + deleted
  warn(
    written === 0
      ? `Nothing was written, because of ${conflict} in conflict and ${failed} failed: run the command again to plan anew`
      : `${conflict} in conflict, ${failed} failed: run the command again to apply the rest`,
  )
  return 'failed'
}

/** A plan that is not carried out: callers who may only read see it, too. */
async function comparison(api: Instance['api'], steps: readonly Step[]): Promise<CheckedPlan> {
  const checked = await checkPlan(api, steps).catch((error: unknown) => {
    if (error instanceof SignalboxError && error.code === 'FORBIDDEN') return { steps }
    throw error
  })
  return { steps: checked.steps, problems: [] }
}

const verbs = { create: 'created', update: 'changed', delete: 'deleted' } as const satisfies Record<
  Step['change'],
  string
>

/** What is wrong with the outcome of a change, in lines; none for a change that was made. */
export function outcomeLines({ step: { change, kind, id, to }, result, reasons = [] }: Outcome): string[] {
  if (result === 'done' || result === 'same') return []
  const place = to?.placeOf?.('')
  const head = `${place === undefined ? '' : `${place}: `}${nameOf(kind, id)} was not ${verbs[change]}`
  if (result === 'failed') return [`${head}: ${reasons.join(' ')}`]
  return [`${head}, because someone else has changed it since the plan was made:`, ...reasons]
}

const countOf = ({ desired }: PlanInput): number => [...desired.values()].reduce((count, { size }) => count + size, 0)
