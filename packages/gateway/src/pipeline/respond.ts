import { applyTransforms, flushTransforms, joined } from '../backend/transforms.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { RoutePlan } from '../exchange/route-plan.ts'
import { addVary } from '../headers/add-vary.ts'
import type { HeaderList } from '../headers/header-list.ts'
import { ListEdits } from '../headers/list-view.ts'
import { setRateLimitFields } from '../limits/rate-limit-fields.ts'
import type { ResponseHead } from '../plugin-api/exchange.ts'
import type { Answer, BodyTransform } from '../plugin-api/hooks.ts'

type ResponseSteps = RoutePlan['response']

/**
 * Runs response hooks over a head, in the order of the route. A hook that returns a response replaces the whole
 * response. Returns a promise only if a hook does; throws what a hook throws.
 */
export function runResponse(
  state: ExchangeState,
  steps: ResponseSteps,
  head: ResponseHead,
  from = 0,
): Answer | undefined | Promise<Answer | undefined> {
  for (let i = from; i < steps.length; i++) {
    const step = steps[i] as ResponseSteps[number]
    if (!step.applies(state.path)) continue
    const answer = step.call(state, head)
    if (answer instanceof Promise)
      return answer.then((one) => one ?? (state.isAnswered ? undefined : runResponse(state, steps, head, i + 1)))
    if (answer) return answer
  }
  return undefined
}

/** A head over headers of its own. */
export const toHead = (status: number, list: HeaderList, length?: number): ResponseHead => ({
  status,
  headers: new ListEdits(list),
  length,
})

/** What transforms make of a whole body. */
export function transformed(body: string | Uint8Array, transforms: readonly BodyTransform[]): Uint8Array {
  const passed = applyTransforms(transforms, typeof body === 'string' ? new TextEncoder().encode(body) : body)
  const rest = flushTransforms(transforms)
  return passed && rest ? joined([passed, rest]) : (passed ?? rest ?? new Uint8Array())
}

/**
 * Adds what every response has: the request id, the revision if it is shown, what limits said, what is deprecated, and
 * `Vary` if a testing header may choose another route.
 */
export function complete(
  state: ExchangeState,
  list: HeaderList,
  { showsRevision, hasLegacyLimits }: { readonly showsRevision: boolean; readonly hasLegacyLimits: boolean },
): HeaderList {
  const { plan } = state
  const testing = plan?.testingHeader
  if (state.charges) setRateLimitFields(new ListEdits(list), state.charges, hasLegacyLimits)
  if (testing !== undefined) addVary(new ListEdits(list), testing)
  plan?.announce?.(state.consumer, list)
  list.push('X-Request-Id', state.id)
  if (showsRevision) list.push('Gateway-Config-Revision', String(state.revision))
  if (plan?.route.capture) state.sentHeaders = list
  return list
}
