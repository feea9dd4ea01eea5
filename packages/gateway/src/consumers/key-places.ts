import type { Exchange } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import type { KeyPlace, KeyPlacesConfig, PresentedKey } from './key-place.ts'
import { localToken } from './local-token.ts'
import { cutQueryKeys } from './query-keys.ts'
import { readBasic } from './read-basic.ts'

/** Returns the place for a slot; `undefined` if it is off. */
type Row = (config: KeyPlacesConfig, context: SlotContext) => KeyPlace | undefined

/**
 * The places, in their order. The first that holds something decides; no other is tried.
 *
 * | place | on |
 * |---|---|
 * | headers with client id and secret | always |
 * | `Authorization: Basic` (RFC 7617) | unless `extractors.basic` is false |
 * | `Authorization: Bearer <id>:<secret>` | always |
 * | `X-API-Key: <id>:<secret>` | always |
 * | `Authorization: Bearer <token>`, a token of the token endpoint | for plans that issue tokens, unless `extractors.bearer` is false |
 * | parameters `client_id` and `client_secret` of the query | if `extractors.query` is true |
 * | client id alone, in its header or in `X-API-Key` | if the plan, or a credential that may admit to the API, has `allowClientIdOnly` |
 *
 * Several values of one header or parameter are no key: two servers could read different ones.
 */
const rows: readonly Row[] = [twoHeaders, basic, bearerPair, apiKeyPair, localToken, queryPair, idAlone]

/** The places that are on for a slot. */
export const keyPlaces = (config: KeyPlacesConfig, context: SlotContext): readonly KeyPlace[] =>
  rows.flatMap((row) => row(config, context) ?? [])

function twoHeaders(config: KeyPlacesConfig): KeyPlace {
  const [id, secret] = headerNames(config)
  const others = [id, secret].filter((name) => !neverForwarded.has(name))
  return {
    find({ headers }) {
      const ids = headers.all(id)
      const [clientId] = ids
      if (clientId === undefined) return undefined
      const secrets = headers.all(secret)
      const [found] = secrets
      if (found === undefined) return undefined
      return isSingle(ids) && isSingle(secrets) ? { clientId, secret: found } : 'unreadable'
    },
    wipe({ out }) {
      // Under their usual names the backend does not get them anyway.
      for (const name of others) out.remove(name)
    },
    keep({ headers, out }) {
      // Without a plugin, the backend gets no credentials of the gateway.
      for (const name of [id, secret]) out.set(name, headers.get(name) ?? '')
    },
  }
}

/** The headers of API keys that the backend does not get from clients anyway. */
const neverForwarded: ReadonlySet<string> = new Set(['gateway-client-id', 'gateway-client-secret'])

function basic({ extractors }: KeyPlacesConfig): KeyPlace | undefined {
  if (extractors.basic === false) return undefined
  return {
    find({ headers }) {
      const value = headers.get('authorization')
      if (value === undefined) return undefined
      if (!isSingle(headers.all('authorization'))) return 'unreadable'
      return BASIC.test(value) ? (readBasic(value) ?? 'unreadable') : undefined
    },
    wipe: ({ out }) => out.remove('authorization'),
  }
}

const BASIC = /^basic(?: |$)/i

function bearerPair(): KeyPlace {
  return {
    isBearer: true,
    find({ headers }) {
      const value = headers.get('authorization')
      if (value === undefined) return undefined
      if (!isSingle(headers.all('authorization'))) return 'unreadable'
      if (value.slice(0, BEARER.length).toLowerCase() !== BEARER) return undefined
      const token = value.slice(BEARER.length).trimStart()
      // No other token has a colon (RFC 6750, section 2.1).
      return token.includes(':') ? toPair(token) : undefined
    },
    wipe: ({ out }) => out.remove('authorization'),
  }
}

const BEARER = 'bearer '

function apiKeyPair(): KeyPlace {
  return {
    find({ headers }) {
      const value = headers.get('x-api-key')
      if (value === undefined) return undefined
      const values = headers.all('x-api-key')
      if (!values.some((one) => one.includes(':'))) return undefined
      return isSingle(values) ? toPair(value) : 'unreadable'
    },
    wipe: ({ out }) => out.remove('x-api-key'),
  }
}

function queryPair({ extractors }: KeyPlacesConfig): KeyPlace | undefined {
  if (!extractors.query) return undefined
  return {
    find(exchange) {
      const { ids, secrets } = cutQueryKeys(exchange)
      const [clientId] = ids
      const [secret] = secrets
      if (clientId === undefined || secret === undefined) return undefined
      return isSingle(ids) && isSingle(secrets) ? { clientId, secret } : 'unreadable'
    },
    // Cut already: URLs end up in logs.
    wipe: () => {},
  }
}

function idAlone(config: KeyPlacesConfig, { consumers, route }: SlotContext): KeyPlace {
  const [id] = headerNames(config)
  // Whatever the id: otherwise accepted ids could be guessed.
  const isOn = (): boolean => config.allowClientIdOnly === true || consumers.loneIds.isAcceptedBy(route.api_ref)
  /** The header that holds a client id. */
  const nameOf = ({ headers }: Exchange): string | undefined => [id, 'x-api-key'].find((name) => headers.has(name))
  return {
    find(exchange) {
      const name = nameOf(exchange)
      if (name === undefined || !isOn()) return undefined
      const [clientId = '', ...more] = exchange.headers.all(name)
      return more.length === 0 ? { clientId } : 'unreadable'
    },
    wipe(exchange) {
      const name = nameOf(exchange)
      if (name !== undefined) exchange.out.remove(name)
    },
  }
}

/** The names of the two headers of a key, in lower case. */
export const headerNames = ({ extractors }: KeyPlacesConfig): readonly [id: string, secret: string] => [
  (extractors.client_id_header ?? 'Gateway-Client-Id').toLowerCase(),
  (extractors.client_secret_header ?? 'Gateway-Client-Secret').toLowerCase(),
]

const isSingle = (values: readonly string[]): boolean => values.length === 1

/** `<id>:<secret>`, split at the first colon. */
function toPair(text: string): PresentedKey {
  const colon = text.indexOf(':')
  return { clientId: text.slice(0, colon), secret: text.slice(colon + 1) }
}
