import { type CompiledRoute, type CompiledSlot, causes } from '@signalbox/core/gateway'
import type { Denied } from '../plugin-api/exchange.ts'
import type { Refused } from '../plugin-api/refused.ts'
import { identifyingPlugins } from './identifying-plugins.ts'

type Bearer = NonNullable<Denied['bearer']>

/**
 * Completes a refusal with one challenge (RFC 9110, section 11.6.1) for each kind of credentials that the route takes. If a
 * bearer token was refused, its challenge says why (RFC 6750, section 3). A 403 has only that challenge.
 */
export function challenged(route: CompiledRoute, { bearer, consumer: _, ...refused }: Denied): Refused {
  const isUnauthorized = unauthorized.has(refused.refuse)
  if (!isUnauthorized && bearer?.error !== 'insufficient_scope') return refused
  const schemes: readonly Scheme[] = isUnauthorized ? schemesOf(route) : ['Bearer']
  if (schemes.length === 0) return refused
  const headers = schemes.flatMap((scheme) => ['WWW-Authenticate', challengeOf(scheme, realmOf(route), bearer)])
  return { ...refused, headers: [...headers, ...(refused.headers ?? [])] }
}

const unauthorized: ReadonlySet<string> = new Set(causes.filter(({ status }) => status === 401).map(({ id }) => id))

type Scheme = 'Basic' | 'Bearer'

function challengeOf(scheme: Scheme, realm: string, bearer: Bearer | undefined): string {
  if (scheme === 'Basic') return basicChallenge(realm)
  const scope = bearer?.scope === undefined ? '' : `, scope="${quotable(bearer.scope)}"`
  return `Bearer realm="${realm}"${bearer ? `, error="${bearer.error}"${scope}` : ''}`
}

/** The challenge of HTTP Basic (RFC 7617). */
const basicChallenge = (realm: string): string => `Basic realm="${realm}", charset="UTF-8"`

/** The challenge of HTTP Basic for a route. */
export const basicChallengeOf = (route: CompiledRoute): string => basicChallenge(realmOf(route))

const realmOf = ({ api_ref }: CompiledRoute): string => quotable(api_ref)

/** Text without what a quoted string has to escape. */
const quotable = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, '')

/** The schemes of a route. There is none for client certificates. */
function schemesOf(route: CompiledRoute): readonly Scheme[] {
  let schemes = known.get(route)
  if (!schemes) {
    const taken = new Set(route.plugins.filter(({ enabled }) => enabled).flatMap(schemesOfSlot))
    schemes = (['Basic', 'Bearer'] as const).filter((scheme) => taken.has(scheme))
    known.set(route, schemes)
  }
  return schemes
}

const known = new WeakMap<CompiledRoute, readonly Scheme[]>()

function schemesOfSlot({ plugin, config }: CompiledSlot): readonly Scheme[] {
  if (plugin === identifyingPlugins.jwt || plugin === identifyingPlugins.remoteToken) return ['Bearer']
  if (plugin !== identifyingPlugins.apiKey) return []
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
