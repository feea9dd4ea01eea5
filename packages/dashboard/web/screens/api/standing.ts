import type { Mark } from '../health/marks.ts'
import type { GatewayApi } from './served/gateway-api.ts'

/** What an API serves at the moment. `version` is that of its newest deployment, if it is known. */
export function standingOf({ state, enabled }: GatewayApi, version: string | undefined): Mark {
  if (state === 'removed') return { is: 'danger', word: 'Removed: it serves nothing' }
  if (state !== 'published' && state !== 'deprecated')
    return { is: 'caution', word: 'In staging: it serves nothing yet' }
  const what = version === undefined ? '' : ` ${version}`
  if (enabled === false) return { is: 'caution', word: `Disabled: ${version ?? 'it'} is not served` }
  return state === 'deprecated'
    ? { is: 'caution', word: `Serving${what}, deprecated` }
    : { is: 'clear', word: `Serving${what}` }
}
