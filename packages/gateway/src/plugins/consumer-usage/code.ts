import { challenged } from '../../consumers/challenges.ts'
import { type LimitState, lookedAt } from '../../consumers/look-at-quota.ts'
import { defineCode } from '../../plugin-api/define-code.ts'

const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store']

/** Tells consumers the limits of their quotas, and what they have used. */
export const consumerUsage = defineCode<object>({
  stage: 'backend',
  compile: (_, { route }) => ({
    request({ consumer, state, method }) {
      if (!consumer) return challenged(route, { refuse: 'errors.credentials.missing' })
      const { plan, subscription } = consumer
      const quotas = (state.get(lookedAt) as readonly LimitState[] | undefined) ?? []
      const body = method === 'HEAD' ? undefined : JSON.stringify({ plan, subscription, quotas })
      return { answer: { status: 200, headers, ...(body !== undefined && { body }) } }
    },
  }),
})
