import type { SlotContext } from '../../plugin-api/plugin.ts'
import { createJwks } from './jwks.ts'
import type { TokenKeys } from './token-keys.ts'

/** The most bytes of a JWK Set. */
const MOST_BYTES = 256 * 1024
const TIMEOUT_MS = 2000

/** The keys of a JWK Set at a URL, for a plugin. */
export function jwksAt(
  url: string,
  { prepareCall, clock, report }: Pick<SlotContext, 'prepareCall' | 'clock' | 'report'>,
): TokenKeys {
  const call = prepareCall(url, { timeoutMs: TIMEOUT_MS, most: MOST_BYTES })
  return createJwks({ url, clock, report, fetch: () => call({ headers: ['Accept', 'application/json'] }) })
}
