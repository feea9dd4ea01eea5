import { type Identity, toCaller } from '../machine/callers/caller.ts'
import type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
import { checkOptions } from '../machine/errors/check-options.ts'
import type { Fetch } from '../ports.ts'
import { type Budgets, defaultBudgets } from './runs/budget.ts'

/** Options for running workflows. */
export interface WorkflowOptions {
  /**
   * Makes the calls of `core.http_client`, which fails with an explanation if this is missing. URLs come from workflows
   * and their inputs, so pass a `fetch` that rejects addresses they must not reach.
   */
  readonly fetch?: Fetch
  /** Limits of a run; callers can lower them per run. @default `defaultBudgets` */
  readonly budgets?: Partial<Budgets>
  /**
   * Maximum number of concurrent runs, of which one identity may have half (at least one). Further runs fail with
   * TOO_MANY_REQUESTS. @default 64
   */
  readonly runs?: number
  /** Maximum number of values that `core.store_set` keeps, of up to 64 KiB each. @default 10000 */
  readonly kept?: number
  /**
   * The rights of workflows that gateways run, in any spelling of grants: for the routes of APIs, in this process or by a
   * gateway key. @default none
   */
  readonly gatewayGrants?: Identity['authorizedPatterns']
}

const optionNames = {
  fetch: true,
  budgets: true,
  runs: true,
  kept: true,
  gatewayGrants: true,
} as const satisfies Record<keyof WorkflowOptions, true>

/** The limits of workflows in an instance. */
export interface WorkflowLimits {
  readonly budgets: Budgets
  /** Maximum number of concurrent runs. */
  readonly runs: number
  /** Maximum number of kept values. */
  readonly kept: number
  /** The rights of workflows that gateways run. */
  readonly gatewayGrants: AuthorizedPatterns
}

/** Returns the limits from options, with defaults. Throws a `RangeError` that names an invalid option, and a `TypeError` for
 * patterns that cannot be granted. */
export function limitsOf(options: WorkflowOptions): WorkflowLimits {
  checkOptions('The option workflows', options, optionNames)
  const { budgets = {}, runs = 64, kept = 10_000, gatewayGrants = [] } = options
  const given = Object.entries(budgets).filter(([, limit]) => limit !== undefined)
  for (const [name, limit] of given) {
    if (!Object.hasOwn(defaultBudgets, name))
      throw new RangeError(
        `The option workflows.budgets does not take ${name}; it takes ${Object.keys(defaultBudgets).join(', ')}`,
      )
    check(`budgets.${name}`, limit, 1, name === 'time' ? LONGEST_TIMER : undefined)
  }
  return {
    budgets: { ...defaultBudgets, ...Object.fromEntries(given) },
    runs: check('runs', runs, 1),
    kept: check('kept', kept, 0),
    gatewayGrants: toCaller({ id: 'gatewayGrants', authorizedPatterns: gatewayGrants }).grants,
  }
}

/** The longest delay of platform timers, in milliseconds: about 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1

function check(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} upwards` : `${least} to ${most}`
  throw new RangeError(`The option workflows.${name} is ${value}: expected a whole number from ${range}`)
}
