import { challenged } from '../consumers/challenges.ts'
import { defineCode } from './define-code.ts'

/** Refuses requests that no plugin has identified, for the reason of the first invalid credentials, with a challenge for each kind of credentials that the route takes. */
export const expectedConsumer = defineCode({
  stage: 'authorize',
  compile(_, { route }) {
    const missing = challenged(route, { refuse: 'errors.credentials.missing' })
    return {
      request({ consumer, denied }) {
        if (consumer) return undefined
        return denied ? challenged(route, denied) : missing
      },
    }
  },
})
