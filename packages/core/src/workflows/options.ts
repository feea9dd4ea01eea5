import { checkOptions } from '../check-options.ts'
import type { Fetch } from '../ports.ts'
import type { Budgets } from './budget.ts'
import { defaultBudgets } from './budget.ts'

/** How workflows run. */
export interface WorkflowOptions {
  /**
   * What `core.http_client` calls with; without it the function fails, saying so. Addresses come from workflows and their
   * inputs: give one that refuses whatever they must not reach.
   */
  readonly fetch?: Fetch
  /** What a run may use up; the caller of a run can ask for less. @default `defaultBudgets` */
  readonly budgets?: Partial<Budgets>
  /** How many runs may be under way at once, half of them (one at least) of one identity; any more are TOO_MANY_REQUESTS. @default 64 */
  readonly runs?: number
  /** How many values `core.store_set` may keep, of 64 KiB each at most. @default 10000 */
  readonly kept?: number
}

const optionNames = {
  fetch: true,
  budgets: true,
  runs: true,
  kept: true,
} as const satisfies Record<keyof WorkflowOptions, true>

/** What workflows of an instance may use up. */
export interface WorkflowLimits {
  readonly budgets: Budgets
  /** Runs under way at once. */
  readonly runs: number
  /** Values that workflows keep. */
  readonly kept: number
}

/** The limits that options set, else those by default. Throws a `RangeError` that names the option that cannot be. */
export function limitsOf(options: WorkflowOptions): WorkflowLimits {
  checkOptions('The option workflows', options, optionNames)
  const { budgets = {}, runs = 64, kept = 10_000 } = options
  const given = Object.entries(budgets).filter(([, limit]) => limit !== undefined)
  for (const [name, limit] of given) {
    if (!Object.hasOwn(defaultBudgets, name))
      throw new RangeError(
        `The option workflows.budgets has no ${name}: it has ${Object.keys(defaultBudgets).join(', ')}`,
      )
    check(`budgets.${name}`, limit, 1, name === 'time' ? LONGEST_TIMER : undefined)
  }
  return {
    budgets: { ...defaultBudgets, ...Object.fromEntries(given) },
    runs: check('runs', runs, 1),
    kept: check('kept', kept, 0),
  }
}

/** Timers of platforms wait no longer, in milliseconds: about 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1

function check(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`
  throw new RangeError(`The option workflows.${name} is ${value}: give a whole number from ${range}`)
}
