import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { RoutePlan, Step } from '../exchange/route-plan.ts'
import { giveBackAll } from '../limits/charges.ts'
import type { Verdict } from '../plugin-api/hooks.ts'
import { type Refused, RefusedError } from '../plugin-api/refused.ts'
import { BodyLostError, TooLarge } from '../request/incoming.ts'

/** What the steps of a request need. */
export interface StepContext {
  readonly report: (error: unknown) => void
  /** Reads the whole body of a request, up to `most` bytes and the limit of the gateway. */
  readonly readBody: (most?: number) => Promise<Uint8Array>
  /** Rejects after the time that a plugin may take; the error says what took too long. */
  readonly within: <T>(work: Promise<T>, what: string) => Promise<T>
}

/**
 * Runs the request hooks of a route in the order of their stages, until one refuses or responds. Returns a promise only
 * if a hook does. Never throws: a hook that does fails the request.
 */
export function runSteps(
  state: ExchangeState,
  { request }: Pick<RoutePlan, 'request'>,
  context: StepContext,
  from = 0,
): Verdict | Promise<Verdict> {
  for (let i = from; i < request.length; i++) {
    const step = request[i] as RoutePlan['request'][number]
    if (!step.applies(state.path)) continue
    // The client takes this time, and not the plugin: the transport limits it.
    if (step.needsBody !== false && !state.body && (step.needsBody === true || wantsBody(state, step)))
      return context.readBody(step.mostBody).then(
        (body) => {
          state.body = body
          return runSteps(state, { request }, context, i)
        },
        (error: unknown) => ended(state, step, failed(error, step, context)),
      )
    const verdict = runStep(state, step, context)
    if (verdict instanceof Promise)
      return (step.waits ? verdict : context.within(verdict, `The plugin ${step.plugin}`))
        .catch((error: unknown) => failed(error, step, context))
        .then((done) => (done ? ended(state, step, done) : runSteps(state, { request }, context, i + 1)))
    if (verdict) return ended(state, step, verdict)
  }
  return undefined
}

/** What a limit did not let pass is charged to no other limit. */
function ended(state: ExchangeState, { stage }: RequestStep, verdict: Verdict): Verdict {
  if (stage === 'limit') giveBackAll(state)
  return verdict
}

type RequestStep = RoutePlan['request'][number]

/** Whether a step wants the body of this request. What it throws, `request` will throw again. */
function wantsBody(state: ExchangeState, { needsBody }: RequestStep): boolean {
  try {
    return typeof needsBody === 'function' && needsBody(state)
  } catch {
    return false
  }
}

function runStep(state: ExchangeState, step: RequestStep, context: StepContext): Verdict | Promise<Verdict> {
  try {
    return step.call(state)
  } catch (error) {
    return failed(error, step, context)
  }
}

function failed(cause: unknown, { plugin }: Step<unknown>, { report }: StepContext): Refused {
  if (cause instanceof RefusedError) return cause.refused
  if (cause instanceof BodyLostError) return { refuse: cause.refuse }
  if (cause instanceof TooLarge) return { refuse: 'errors.body.too.large' }
  report(new Error(`The plugin ${plugin} failed`, { cause }))
  return { refuse: 'errors.plugin.failed' }
}
