import { type LiveCredential, reasonAgainst } from '@signalbox/core/gateway'
import { tooManyAttempts } from '../../credentials/failed-attempts.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { MOST_CHARACTERS } from '../key-place.ts'
import type { ClientCredentials } from './read-client.ts'
import { type TokenError, tokenError } from './token-error.ts'

/** What the credentials of a client are good for. */
export type Judged = LiveCredential | TokenError | Refused

/**
 * Creates the judge of clients of an API. Wrong secrets count like wrong secrets of API keys, and unknown clients take
 * as long as wrong secrets.
 */
export function createClientJudge({ consumers, route }: Pick<SlotContext, 'consumers' | 'route'>) {
  const { findCredential, proofs, failures } = consumers
  return ({ clientId, secret }: ClientCredentials, { address, now }: Exchange): Judged => {
    if (clientId.length > MOST_CHARACTERS || secret.length > MOST_CHARACTERS) return invalidClient
    const known = findCredential(clientId)
    const bound = known?.credential.api_ref === route.api_ref ? known : undefined
    const standing = proofs.standing(bound, secret, now, () => failures.waitMs(address, now) === 0)
    if (standing === undefined) return tooManyAttempts(failures.waitMs(address, now))
    if (standing === 'wrong') failures.count(address, now)
    if (!bound || standing !== 'valid') return invalidClient
    const reason = reasonAgainst(bound, standing, now)
    if (reason === undefined) return bound
    return reason === 'revoked' || reason === 'expired'
      ? invalidClient
      : tokenError('unauthorized_client', 'The subscription gives no tokens at present')
  }
}

const invalidClient = tokenError('invalid_client', 'The client id or the secret is wrong')
