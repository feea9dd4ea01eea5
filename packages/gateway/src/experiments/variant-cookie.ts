import { isEqual, keyedDigest, toHex } from '@signalbox/core/gateway'

/** Makes and checks the cookies that keep clients with their variant. */
export interface VariantCookies {
  /** The value of the cookie that gives a client this variant. */
  make(experiment: string, clientId: string, variant: string): string
  /** The variant in the value of a cookie; `undefined` if the gateway did not make it for this client. */
  read(experiment: string, clientId: string, value: string): string | undefined
}

/** Creates cookies that are signed with the key of the gateway. Each is valid for one client of one experiment. */
export function createVariantCookies(secret: () => Uint8Array): VariantCookies {
  const digest = keyedDigest(secret)
  const sign = (...of: readonly string[]) => toHex(digest(`variant\n${of.join('\n')}`).subarray(0, 16))
  return {
    make: (experiment, clientId, variant) => `${variant}.${sign(experiment, clientId, variant)}`,
    read(experiment, clientId, value) {
      const dot = value.lastIndexOf('.')
      if (dot < 1 || value.length > MOST_CHARACTERS) return undefined
      const variant = value.slice(0, dot)
      return isEqual(value.slice(dot + 1), sign(experiment, clientId, variant)) ? variant : undefined
    },
  }
}

/** Ids of variants have 100 characters at most. */
const MOST_CHARACTERS = 133

/** The name of the cookie for an experiment. Names of cookies have no colons and at signs (RFC 6265, section 4.1.1). */
export const variantCookieName = (experiment: string): string =>
  `signalbox-x-${experiment.replaceAll(':', '~').replaceAll('@', '*')}`
