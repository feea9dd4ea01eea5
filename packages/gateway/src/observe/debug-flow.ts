import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { PluginRun } from '../exchange/observed.ts'
import type { RoutePlan, Step } from '../exchange/route-plan.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import type { Answer, Verdict } from '../plugin-api/hooks.ts'
import { RefusedError } from '../plugin-api/refused.ts'

interface DebuggingPorts {
  /** Whether a tail is attached. */
  readonly isListening: () => boolean
  /** Whether there is an access log. */
  readonly isLogging: boolean
  /** Milliseconds that only grow. */
  readonly elapsed: () => number
}

type Result = Verdict | Answer

/**
 * Returns a function that makes a plan note what its plugins decide, and how long they take: for APIs with `debug_flow` while a tail
 * is attached, and for APIs with `export_reporting` if there is an access log.
 */
export function createDebugging({ isListening, isLogging, elapsed }: DebuggingPorts): (plan: RoutePlan) => RoutePlan {
  const known = new WeakMap<RoutePlan, RoutePlan>()

  function noting<F extends (exchange: Exchange, ...rest: never[]) => unknown>(step: Step<F>, stage: string): Step<F> {
    const { plugin } = step
    const call = (exchange: Exchange, ...rest: never[]): unknown => {
      const before = elapsed()
      const note = (verdict: Pick<PluginRun, 'verdict' | 'cause' | 'status'>): void => {
        const state = exchange as ExchangeState
        const run = { plugin, stage, ms: Math.round((elapsed() - before) * 1000) / 1000, ...verdict }
        if (state.flow) state.flow.push(run)
        else state.flow = [run]
      }
      const failed = (error: unknown): never => {
        note(error instanceof RefusedError ? verdictOf(error.refused) : { verdict: 'fail' })
        throw error
      }
      const passed = (result: Result): Result => {
        note(verdictOf(result))
        return result
      }
      try {
        const result = step.call(exchange, ...rest)
        return result instanceof Promise ? result.then(passed, failed) : passed(result as Result)
      } catch (error) {
        return failed(error)
      }
    }
    return { ...step, call: call as F }
  }

  return (plan) => {
    const { debug_flow, export_reporting } = plan.route
    if (!(debug_flow && isListening()) && !(export_reporting && isLogging)) return plan
    let made = known.get(plan)
    if (!made) {
      made = {
        ...plan,
        request: plan.request.map((step) => noting(step, step.stage)),
        response: plan.response.map((step) => noting(step, 'response')),
        refusals: plan.refusals.map((step) => noting(step, 'response')),
      }
      known.set(plan, made)
    }
    return made
  }
}

function verdictOf(result: Result): Pick<PluginRun, 'verdict' | 'cause' | 'status'> {
  if (result === undefined) return { verdict: 'pass' }
  if ('refuse' in result) return { verdict: 'refuse', cause: result.refuse }
  return { verdict: 'answer', status: 'answer' in result ? result.answer.status : result.status }
}
