import {
  type FastHash,
  type LiveCredential,
  noSecret,
  processDigest,
  type Random,
  type SecretStanding,
  standingOf,
} from '@signalbox/core/gateway'

/** Judges secrets. Secrets that were verified before cost one hash; all others two HMACs. */
export interface Proofs {
  /**
   * Compares a secret with the secrets of a credential; `undefined` stands for an unknown client id, and takes as long
   * as a wrong secret. Returns `undefined` if the secret was not verified before and `mayVerify` does not permit to do
   * so now.
   */
  standing(
    bound: LiveCredential | undefined,
    secret: string,
    now: number,
    mayVerify: () => boolean,
  ): SecretStanding | undefined
}

/** The hashes of the secrets of a credential that were verified. */
interface Verified {
  current: string
  previous: string
  /** When the previous secret ends, in epoch milliseconds. */
  until: number
}

interface ProofPorts {
  readonly random: Random
  readonly hash?: FastHash
}

/**
 * Creates the memory of verified secrets: of each credential at most two, as SHA-256 of a random key of this process and the
 * secret. It forgets them when the record of the credential changes.
 */
export function createProofs({ random, hash }: ProofPorts): Proofs {
  const verified = new WeakMap<LiveCredential, Verified>()
  const prove = processDigest(random, hash)

  function remember(bound: LiveCredential, change: Partial<Verified>): void {
    verified.set(bound, { ...(verified.get(bound) ?? none), ...change })
  }

  return {
    standing(bound, secret, now, mayVerify) {
      const proof = prove(secret)
      const { current, previous, until } = (bound && verified.get(bound)) ?? none
      // How long the comparison takes tells nothing: the key of the hash is random, and never leaves the process.
      if (proof === current) return 'valid'
      if (proof === previous) return now < until ? 'valid' : 'past-grace'
      if (!mayVerify()) return undefined
      const secrets = bound?.credential.secrets ?? noSecrets
      // At the end of time only the current secret is valid, which tells it from the previous one.
      const standing = standingOf(secret, secrets, Number.POSITIVE_INFINITY)
      if (standing === 'wrong' || !bound) return 'wrong'
      if (standing === 'valid') {
        remember(bound, { current: proof })
        return 'valid'
      }
      const end = secrets.previous?.until ?? 0
      remember(bound, { previous: proof, until: end })
      return now < end ? 'valid' : 'past-grace'
    },
  }
}

/** No hash is empty. */
const none: Verified = { current: '', previous: '', until: 0 }
const noSecrets: LiveCredential['credential']['secrets'] = { current: { hash: noSecret, since: 0 } }
