import type { StoredCredential } from '@signalbox/core/gateway'

/**
 * The time in seconds from which tokens of a credential count. If its previous secret was revoked at once, tokens that were
 * issued for it are refused; during and after a grace period, all tokens count until they expire. Rounded up: a token of the
 * second in which the secret was revoked may have been issued for either secret.
 */
export const countsSince = ({ secrets: { current, previous } }: Pick<StoredCredential, 'secrets'>): number =>
  previous && previous.until <= current.since ? Math.ceil(current.since / 1000) : 0
