import type { JsonObject } from '@signalbox/core/gateway'
import { PLUGIN_PREFIX } from '@signalbox/core/gateway'
import { decodeProtectedHeader } from 'jose'
import type { Denied } from '../../pipeline/exchange.ts'
import type { SlotContext } from '../../plugins/plugin.ts'
import type { KeyPlace, KeyPlacesConfig, PresentedKey } from '../key-place.ts'
import { sharedByPlan } from '../shared-by-plan.ts'
import { bearerToken } from './bearer-token.ts'
import { domainOf, issuerOf } from './issuer.ts'
import { isCompact } from './read-compact.ts'
import type { TokenKeys } from './token-keys.ts'
import { createTokenVerifier, invalidToken } from './verify-token.ts'

/** By how many seconds clocks of data planes may differ. */
const SKEW = 5

/** What is kept of a token: for whom it was issued. */
interface Issued {
  readonly clientId: string
  readonly plan: string
}

/**
 * The place of tokens that the gateway itself has issued (RFC 9068). A token stands for the credential that it was issued for,
 * which is judged anew with each request.
 */
export function localToken(config: KeyPlacesConfig, context: SlotContext): KeyPlace | undefined {
  const { consumers, route } = context
  if (config.extractors.bearer === false || config.expiresIn === undefined) return undefined
  const verify = sharedByPlan(context, () => createVerifier(context))
  const isOnly = !route.plugins.some(({ plugin, enabled }) => enabled && others.has(plugin))

  /** Whether a token is of this gateway, so that no other plugin can accept it. */
  function isOwn(token: string): boolean {
    if (isOnly) return true
    try {
      return isCompact(token) && consumers.signingKeys.all.has(decodeProtectedHeader(token).kid ?? '')
    } catch {
      return false
    }
  }

  function settle(found: Denied | Issued): Denied | PresentedKey {
    if ('refuse' in found) return found
    const { clientId, plan } = found
    const isOfPlan = consumers.findCredential(clientId)?.credential.plan_ref === plan
    return isOfPlan ? { clientId, isProven: true } : invalidToken
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

/** Other plugins that accept bearer tokens. */
const others: ReadonlySet<string> = new Set([`${PLUGIN_PREFIX}JwtUserExtractor`, `${PLUGIN_PREFIX}OIDCJwtVerifier`])

function createVerifier({ consumers: { signingKeys }, route }: SlotContext) {
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
    // Without a domain, the issuer is the host that the client called then.
    issuer: domainOf(route) === undefined ? undefined : issuerOf(route, ''),
    clockSkew: SKEW,
    read({ sub, plan }: JsonObject) {
      return typeof sub === 'string' && typeof plan === 'string' ? { clientId: sub, plan } : invalidToken
    },
  })
}
