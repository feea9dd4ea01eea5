import type { GatewayApi } from '../served/gateway-api.ts'

/** The testing mode of an API. */
export type Testing = NonNullable<GatewayApi['testing']>

/** What testing serves at the moment, and what of that, as sentences. */
export function testingWords({ state, enabled, testing }: GatewayApi, hasDraft: boolean): readonly string[] {
  if (testing?.enabled !== true) return ['Testing is off: draft routes are not served.']
  if (state === 'removed') return ['The API is removed, so nothing is served, not even to testers.']
  if (enabled === false) return ['The API is disabled, so nothing is served, not even to testers.']
  const from = hasDraft ? 'the draft' : 'the API'
  const others =
    state === 'published' || state === 'deprecated'
      ? 'Other requests reach what is published.'
      : 'Nothing else is served in staging.'
  return [`Requests with the header reach the routes of ${from} as it was last saved. ${others}`]
}
