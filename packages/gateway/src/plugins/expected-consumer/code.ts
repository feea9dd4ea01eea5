import { challenged } from '../../consumers/challenges.ts'
import { ofPlan } from '../../consumers/of-plan.ts'
import { defineCode } from '../../plugin-api/define-code.ts'

interface Config {
  /** Whether the consumer must be one of a plan. */
  readonly plan_required?: boolean
}

/**
 * Refuses requests that no plugin has identified, for the reason of the first invalid credentials, with a challenge for each
 * kind of credentials that the route takes. Where plans are enforced, also refuses consumers that are of none of them.
 */
export const expectedConsumer = defineCode<Config>({
  stage: 'authorize',
  compile({ plan_required = false }, { route }) {
    const missing = challenged(route, { refuse: 'errors.credentials.missing' })
    const isOfPlan = ofPlan(route)
    return {
      request(exchange) {
        const { consumer, denied } = exchange
        if (consumer && (!plan_required || isOfPlan(exchange))) return undefined
        return denied ? challenged(route, denied) : missing
      },
    }
  },
})
