import type { SignalboxError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Static } from '../schema.ts'
import { object, Type } from '../schema.ts'
import type { Turn } from '../turns.ts'
import { failed } from './failure.ts'

const amount = (standard: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, default: standard, description }))

/** What a run may use up, as an instance sets it and as a run may lower it. */
export const budgetsSchema = object({
  steps: amount(
    10_000,
    'Nodes and rounds of loops; 1,000 elements or characters that operators go through, or functions take and answer, are one more',
  ),
  time: amount(5_000, 'Milliseconds, waiting included'),
  memory: amount(1024 * 1024, 'Characters, as JSON, of all that the memory holds, and of any one value'),
  depth: amount(64, 'Nodes inside nodes, through called workflows too'),
  parallelism: amount(16, 'Paths that are under way at the same time'),
  output: amount(256 * 1024, 'Characters, as JSON, of the result, the journal and the log lines together'),
})
/** The name of a budget. */
export type BudgetName = keyof Static<typeof budgetsSchema>
/** How much of everything a run may use up. */
export type Budgets = Readonly<Record<BudgetName, number>>

/** What a run may use up where nobody says otherwise. */
export const defaultBudgets = Object.fromEntries(
  Object.entries(budgetsSchema.properties).map(([name, schema]) => [name, (schema as { default?: unknown }).default]),
) as Budgets

/** The budgets of a run: what it asks for, at most what it may have. */
export const loweredBudgets = (most: Budgets, asked: Partial<Budgets> = {}): Budgets =>
  Object.fromEntries(
    Object.entries(most).map(([name, limit]) => [name, Math.min(limit, asked[name as BudgetName] ?? limit)]),
  ) as Budgets

/** What work costs: so many elements or characters are as much as a step. */
export const UNITS_A_STEP = 1000
/** What going from node to node takes the machine, in units of work: much less than it costs. */
const EFFORT_A_STEP = 100
/** After so much effort, which takes some milliseconds, others should have the thread. */
const LONGEST_SPELL = 100_000
/** What has the thread for more effort than this, which takes some hundred milliseconds, is given up. */
export const LONGEST_STRETCH = 10_000 * UNITS_A_STEP
/** The clock is asked again after so much work at the latest. */
const UNITS_A_LOOK = 20 * UNITS_A_STEP

/** Counts what a run uses up. Throws INVALID with `error.workflow.budget` when a budget is used up. */
export interface Meter {
  readonly budgets: Budgets
  /** Counts a step, and looks at the clock. */
  step(): void
  /** Counts work before it is done, by elements and characters. */
  charge(units: number): void
  /** Counts work whose outcome is as large as the work: refuses at once what no value may hold. */
  make(units: number): void
  /** Counts characters that the memory takes up (or gives back, when negative). */
  hold(size: number): void
  /** Counts paths that begin (or end, when negative). */
  fork(paths: number): void
  /** Counts characters of log lines. */
  write(size: number): void
  /** Throws for a wait that would outlast the time. */
  checkWait(ms: number): void
  /** Characters of output that the log lines have left. */
  readonly outputLeft: number
  /** Whether this has had the thread for so long that others should have it. */
  isTired(): boolean
  /** Lets others have the thread until it is this one's turn again. */
  rest(turn: Turn): Promise<void>
}

/** The meter of a run that begins now. */
export function createMeter(budgets: Budgets, clock: Clock): Meter {
  const most = budgets.steps * UNITS_A_STEP
  const deadline = clock() + budgets.time
  let used = 0
  /** How long this has had the thread, about: in units of work, of which a step is worth a few. */
  let effort = 0
  let rested = 0
  /** Where what cannot be interrupted began. */
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
    get outputLeft() {
      return budgets.output - written
    },
    isTired: () => effort - rested > LONGEST_SPELL,
    async rest(turn) {
      stretched = effort // others of the run, in parallel, may go on before this does
      await turn()
      stretched = effort
      rested = effort
    },
  }
}

const exceeded = new WeakSet<object>()

/** What is thrown when a budget is used up: nothing inside the run catches it. */
export function overBudget(name: BudgetName, budgets: Budgets): SignalboxError {
  const limit = budgets[name]
  const error = failed(
    'budget',
    `The workflow uses more than its budget of ${name}, ${limit}: ${advice[name]}`,
    name,
    limit,
  )
  exceeded.add(error)
  return error
}

/** What is thrown when a single expression does more than any may, though the run has steps left. */
function overStretch(): SignalboxError {
  const steps = LONGEST_STRETCH / UNITS_A_STEP
  const error = failed(
    'budget',
    `One expression of the workflow does the work of more than ${steps} steps, in which nobody else has the thread: spread it over several nodes`,
    'expression',
    steps,
  )
  exceeded.add(error)
  return error
}

/** Whether a failure is that of a budget. */
export const isOverBudget = (error: unknown): boolean => exceeded.has(error as object)

const advice: Readonly<Record<BudgetName, string>> = {
  steps: 'let it do less, or do it in several runs',
  time: 'let it wait less, or set a shorter timeout where it calls',
  memory: 'keep only what later steps need',
  depth: 'nest its nodes less, and call fewer workflows from workflows',
  parallelism: 'start fewer paths at once',
  output: 'return and log less',
}
