import type { JsonObject } from '@signalbox/core/gateway'
import { decodeProtectedHeader } from 'jose'
import { boundedKeys } from '../limits/bounded-keys.ts'
import type { Denied } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import { identifyingPlugins } from './identifying-plugins.ts'
import type { KeyPlace, KeyPlacesConfig, PresentedKey } from './key-place.ts'
import { sharedByPlan } from './shared-by-plan.ts'
import { bearerToken } from './tokens/bearer-token.ts'
import { countsSince } from './tokens/counts-since.ts'
import { domainOf, issuerOf } from './tokens/issuer.ts'
import { isCompact } from './tokens/read-compact.ts'
import type { TokenKeys } from './tokens/token-keys.ts'
import { invalidToken } from './tokens/token-refusals.ts'
import { createTokenVerifier } from './tokens/verify-token.ts'

/** By how many seconds clocks of data planes may differ. */
const SKEW = 5

/** What is kept of a token: for whom it was issued. */
interface Issued {
  readonly clientId: string
  readonly plan: string
  /** When, in seconds. */
  readonly iat: number
}

/**
 * The place of tokens that the gateway itself has issued (RFC 9068). A token stands for the credential that it was issued for,
 * which is judged anew with each request.
 */
export function localToken(config: KeyPlacesConfig, context: SlotContext): KeyPlace | undefined {
  const { consumers, route } = context
  if (config.extractors.bearer === false || config.expiresIn === undefined) return undefined
  // Without a domain, the issuer is the host that the client called then.
  const issuer = domainOf(route) === undefined ? undefined : issuerOf(route, '')
  const verify = sharedByPlan(context, () => createVerifier(context, issuer), issuer)
  const isOnly = !route.plugins.some(({ plugin, enabled }) => enabled && others.has(plugin))

  /** The key ids that headers of tokens name. Tokens of one key have the same header. */
  const named = boundedKeys<string>(() => false, MOST_HEADERS)

  /** Whether a token is of this gateway, so that no other plugin can accept it. */
  function isOwn(token: string): boolean {
    if (isOnly) return true
    if (!isCompact(token)) return false
    const header = token.slice(0, token.indexOf('.'))
    let kid = named.get(header)
    if (kid === undefined) {
      kid = kidOf(token)
      named.set(header, kid, 0)
    }
    return consumers.signingKeys.all.has(kid)
  }

  function settle(found: Denied | Issued): Denied | PresentedKey {
    if ('refuse' in found) return found
    const { clientId, plan, iat } = found
    const credential = consumers.findCredential(clientId)?.credential
    if (credential?.plan_ref !== plan) return invalidToken
    return iat < countsSince(credential) ? revokedToken : { clientId, isProven: true }
  }

  return {
    isBearer: true,
    find({ headers, now }) {
      const token = bearerToken(headers, 'authorization')
      if (token === undefined) return undefined
      if (typeof token !== 'string') return token
      if (!isOwn(token)) return undefined
      const found = verify(token, now)
      return found instanceof Promise ? found.then(settle) : settle(found)
    },
    wipe: ({ out }) => out.remove('authorization'),
  }
}

/** The secret that the token was issued for is revoked. */
const revokedToken: Denied = { ...invalidToken, refuse: 'errors.credentials.revoked' }

/** Headers that are remembered. */
const MOST_HEADERS = 100

function kidOf(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? ''
  } catch {
    return ''
  }
}

/** Other plugins that accept bearer tokens. */
const others: ReadonlySet<string> = new Set([identifyingPlugins.jwt, identifyingPlugins.remoteToken])

function createVerifier({ consumers: { signingKeys }, route }: SlotContext, issuer: string | undefined) {
  const keys: TokenKeys = {
    async find({ kid = '' }) {
      const key = signingKeys.all.get(kid)
      if (!key) throw new RangeError(`There is no key ${kid}`)
      return signingKeys.publicKey(key)
    },
    version: () => signingKeys.version,
  }
  return createTokenVerifier<Issued>({
    keys,
    algorithms: ['ES256'],
    typ: 'at+jwt',
    audience: route.api_ref,
    issuer,
    clockSkew: SKEW,
    read({ sub, plan, iat }: JsonObject) {
      const isWhole = typeof sub === 'string' && typeof plan === 'string' && typeof iat === 'number'
      return isWhole ? { clientId: sub, plan, iat } : invalidToken
    },
  })
}
