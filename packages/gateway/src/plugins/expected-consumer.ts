import type { CompiledRoute, CompiledSlot } from '@signalbox/core/gateway'
import { PLUGIN_PREFIX } from '@signalbox/core/gateway'
import { defineCode } from './define-code.ts'
import type { Refused } from './plugin.ts'

/** Refuses requests that no plugin has identified, for the reason of the first invalid credentials, with a challenge for each kind of credentials that the route takes. */
export const expectedConsumer = defineCode({
  stage: 'authorize',
  compile(_, { route }) {
    const headers = challengesOf(route).flatMap((challenge) => ['WWW-Authenticate', challenge])
    const missing: Refused = { refuse: 'errors.credentials.missing', headers }
    return {
      request({ consumer, denied }) {
        if (consumer) return undefined
        return denied ? { ...denied, headers: [...headers, ...(denied.headers ?? [])] } : missing
      },
    }
  },
})

/** The challenges of RFC 7617 and RFC 6750. There is none for client certificates. */
function challengesOf({ api_ref, plugins }: CompiledRoute): readonly string[] {
  const realm = `realm="${api_ref.replace(/[^\x20-\x7e]|["\\]/g, '')}"`
  const schemes = new Set(plugins.filter(({ enabled }) => enabled).flatMap(schemesOf))
  return [
    ...(schemes.has('Basic') ? [`Basic ${realm}, charset="UTF-8"`] : []),
    ...(schemes.has('Bearer') ? [`Bearer ${realm}`] : []),
  ]
}

function schemesOf({ plugin, config }: CompiledSlot): readonly ('Basic' | 'Bearer')[] {
  if (plugin === `${PLUGIN_PREFIX}JwtUserExtractor` || plugin === `${PLUGIN_PREFIX}OIDCJwtVerifier`) return ['Bearer']
  if (plugin !== `${PLUGIN_PREFIX}ApikeyCalls`) return []
  const { extractors = {}, scopes, expiresIn } = config as ApikeyConfig
  const hasTokens = scopes !== undefined || expiresIn !== undefined
  if (extractors.basic === false) return ['Bearer']
  return hasTokens ? ['Basic', 'Bearer'] : ['Basic']
}

/** What matters here of `ApikeyCalls`. Plans that issue tokens set `scopes` or `expiresIn`. */
interface ApikeyConfig {
  readonly extractors?: { readonly basic?: boolean }
  readonly scopes?: readonly string[]
  readonly expiresIn?: number
}
