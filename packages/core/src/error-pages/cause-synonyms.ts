import type { CauseId } from './causes.ts'

/**
 * The ids that Otoroshi has for a cause, most specific first. Templates written for Otoroshi use them as keys. Ids that
 * both share, such as `errors.service.not.found`, are left out; so is `errors.request.timeout`, which is a cause of its
 * own here: for the backend's delay, there is `errors.backend.timeout`.
 */
const synonyms = {
  'errors.credentials.missing': ['errors.no.api.key'],
  'errors.credentials.invalid': ['errors.bad.api.key', 'errors.invalid.api.key'],
  'errors.address.forbidden': ['errors.ip.address.not.allowed'],
  'errors.service.not.found': ['errors.no.service.found'],
  'errors.body.too.large': ['errors.entity.too.big'],
  'errors.rate.limit.exceeded': ['errors.too.much.requests'],
  'errors.quota.exceeded': ['errors.too.much.requests'],
  'errors.backend.unreachable': ['errors.connection.refused', 'errors.proxy.error'],
  'errors.backend.dns': ['errors.proxy.error'],
  'errors.backend.tls': ['errors.proxy.error'],
  'errors.backend.bad.response': ['errors.proxy.error'],
  'errors.backend.unavailable': ['errors.service.down'],
  'errors.backend.circuit.open': ['errors.circuit.breaker.open'],
  'errors.gateway.overloaded': ['errors.cant.process.more.request'],
} as const satisfies Partial<Record<CauseId, readonly string[]>>

const byCause: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(synonyms))

/** The first of a cause and its synonyms that is a key of a table; `undefined` if none is. */
export const keyOf = (cause: string, has: (key: string) => boolean): string | undefined =>
  has(cause) ? cause : byCause.get(cause)?.find(has)
