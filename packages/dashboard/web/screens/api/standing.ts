import type { AspectName } from '../../parts/signs/Aspect.tsx'
import type { GatewayApi } from './served/gateway-api.ts'

/** What an API serves, in words. */
export interface StandingWords {
  readonly aspect: AspectName
  readonly text: string
}

/** What an API serves at the moment. `version` is that of its newest deployment, if it is known. */
export function standingOf({ state, enabled }: GatewayApi, version: string | undefined): StandingWords {
  if (state === 'removed') return { aspect: 'danger', text: 'Removed: it serves nothing' }
  if (state !== 'published' && state !== 'deprecated')
    return { aspect: 'caution', text: 'In staging: it serves nothing yet' }
  const what = version === undefined ? '' : ` ${version}`
  if (enabled === false) return { aspect: 'caution', text: `Disabled: ${version ?? 'it'} is not served` }
  return state === 'deprecated'
    ? { aspect: 'caution', text: `Serving${what}, deprecated` }
    : { aspect: 'clear', text: `Serving${what}` }
}
