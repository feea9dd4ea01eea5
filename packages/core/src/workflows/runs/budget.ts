import type { SignalboxError } from '../../machine/errors/errors.ts'
import { object, type Static, Type } from '../../machine/schema/schema.ts'
import type { Turn } from '../../machine/time/event-loop-turns.ts'
import type { Clock } from '../../ports.ts'
import { failed } from './failure.ts'

const amount = (standard: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, default: standard, description }))

/** The budgets of a run: an instance sets the limits, and a run may lower them. */
export const budgetsSchema = object({
  steps: amount(
    10_000,
    'Nodes and rounds of loops; 1,000 elements or characters that operators and functions process count as one step',
  ),
  time: amount(5_000, 'Milliseconds, including waiting'),
  memory: amount(1024 * 1024, 'Characters, as JSON, of the memory of the run, and of any single value'),
  depth: amount(64, 'Nesting of nodes, including called workflows'),
  parallelism: amount(16, 'Paths that run at the same time'),
  output: amount(256 * 1024, 'Characters, as JSON, of the result, the journal and the log together'),
})
/** The name of a budget. */
export type BudgetName = keyof Static<typeof budgetsSchema>
/** The limit of each budget. */
export type Budgets = Readonly<Record<BudgetName, number>>

/** The budgets of an instance that does not set its own. */
export const defaultBudgets = Object.fromEntries(
  Object.entries(budgetsSchema.properties).map(([name, schema]) => [name, (schema as { default?: unknown }).default]),
) as Budgets

/** Returns the budgets of a run: the budgets it asks for, up to the instance's. */
export const loweredBudgets = (most: Budgets, asked: Partial<Budgets> = {}): Budgets =>
  Object.fromEntries(
    Object.entries(most).map(([name, limit]) => [name, Math.min(limit, asked[name as BudgetName] ?? limit)]),
  ) as Budgets

/** Units of work (elements or characters) that cost as much as one step. */
export const UNITS_A_STEP = 1000
/** CPU effort of moving to the next node, in units of work. The budget charges far more for it. */
const EFFORT_A_STEP = 100
/** Effort after which other work should get the thread: a few milliseconds. */
const LONGEST_SPELL = 100_000
/** Effort without a break after which a run fails: a few hundred milliseconds. */
export const LONGEST_STRETCH = 10_000 * UNITS_A_STEP
/** Units of work after which the clock is checked, at the latest. */
const UNITS_A_LOOK = 20 * UNITS_A_STEP

/** Counts what a run uses. Its methods throw INVALID with `error.workflow.budget` when a budget is exceeded. */
export interface Meter {
  readonly budgets: Budgets
  /** Counts a step and checks the clock. */
  step(): void
  /** Counts work, in elements and characters, before it is done. */
  charge(units: number): void
  /** Counts work that creates a value of the same size. Throws at once if no value may be that large. */
  make(units: number): void
  /** Counts characters that memory starts to use, or, if negative, releases. */
  hold(size: number): void
  /** Counts parallel paths that start, or, if negative, end. */
  fork(paths: number): void
  /** Counts characters of log lines. */
  write(size: number): void
  /** Throws if a wait would exceed the time budget. */
  checkWait(ms: number): void
  /** Steps used so far. */
  readonly steps: number
  /** Characters of the output budget that are left after the log lines. */
  readonly outputLeft: number
  /** Whether the run has used the thread long enough to let other work run. */
  isTired(): boolean
  /** Lets other work run until it is this run's turn again. */
  rest(turn: Turn): Promise<void>
}

/** Creates the meter of a run that starts now. */
export function createMeter(budgets: Budgets, clock: Clock): Meter {
  const most = budgets.steps * UNITS_A_STEP
  const deadline = clock() + budgets.time
  let used = 0
  /** Approximate thread time used so far, in units of work. A step counts as `EFFORT_A_STEP`. */
  let effort = 0
  let rested = 0
  /** The effort at the last break. */
  let stretched = 0
  let nextLook = 0
  let held = 0
  let paths = 1
  let written = 0

  function look(): void {
    if (!(used <= most)) throw overBudget('steps', budgets)
    if (clock() > deadline) throw overBudget('time', budgets)
    if (effort - stretched > LONGEST_STRETCH) throw overStretch()
    nextLook = Math.min(used + UNITS_A_LOOK, most)
  }

  function charge(units: number): void {
    used += units
    effort += units
    if (!(used <= nextLook)) look()
  }

  return {
    budgets,
    step() {
      used += UNITS_A_STEP
      effort += EFFORT_A_STEP
      look()
    },
    charge,
    make(units) {
      if (!(units <= budgets.memory)) throw overBudget('memory', budgets)
      charge(units)
    },
    hold(size) {
      if (size > 0 && held + size > budgets.memory) throw overBudget('memory', budgets)
      held += size
    },
    fork(count) {
      if (count > 0 && paths + count > budgets.parallelism) throw overBudget('parallelism', budgets)
      paths += count
    },
    write(size) {
      if (written + size > budgets.output) throw overBudget('output', budgets)
      written += size
    },
    checkWait(ms) {
      if (!(clock() + ms <= deadline)) throw overBudget('time', budgets)
    },
    get steps() {
      return Math.ceil(used / UNITS_A_STEP)
    },
    get outputLeft() {
      return budgets.output - written
    },
    isTired: () => effort - rested > LONGEST_SPELL,
    async rest(turn) {
      stretched = effort // parallel paths of the run may continue first
      await turn()
      stretched = effort
      rested = effort
    },
  }
}

const exceeded = new WeakSet<object>()

/** The error for an exceeded budget. Nothing inside the run can catch it. */
export function overBudget(name: BudgetName, budgets: Budgets): SignalboxError {
  const limit = budgets[name]
  const error = failed('budget', `The workflow exceeds its budget of ${name}, ${limit}: ${advice[name]}`, name, limit)
  exceeded.add(error)
  return error
}

/** The error for a single expression that does too much work without a break, even though the run has steps left. */
function overStretch(): SignalboxError {
  const steps = LONGEST_STRETCH / UNITS_A_STEP
  const error = failed(
    'budget',
    `One expression of the workflow does the work of more than ${steps} steps and would block other calls: split it into several nodes`,
    'expression',
    steps,
  )
  exceeded.add(error)
  return error
}

/** Whether an error was caused by an exceeded budget. */
export const isOverBudget = (error: unknown): boolean => exceeded.has(error as object)

/** The name of the budget that a failed run has exceeded; `undefined` if that is not why it failed. */
export function exceededBudget(error: SignalboxError | undefined): string | undefined {
  const cause = error?.cause
  return isOverBudget(cause) ? (cause as SignalboxError).errors[0]?.args[0] : undefined
}

const advice: Readonly<Record<BudgetName, string>> = {
  steps: 'do less in one run, or split it into several runs',
  time: 'wait less, or set shorter timeouts for its HTTP calls',
  memory: 'keep only what later steps need',
  depth: 'nest nodes less deeply, and call fewer workflows from workflows',
  parallelism: 'run fewer paths at once',
  output: 'return and log less',
}
