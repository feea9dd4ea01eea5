import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../machine/secrets/random-text.ts'

/**
 * Under which key data planes count the quota of a consumer that has no credential: that of its subscription, or of the
 * claim that identifies it. Quotas of credentials are counted under the client id, which has no slash. A claim may be any
 * text: a long text, or a text that is not ASCII, is replaced by its digest.
 */
export const quotaKeyOf = (
  { api, plan }: { readonly api: string; readonly plan: string },
  whose: { readonly subscription: string } | { readonly consumer: string },
): string => `${api}/${plan}/${'subscription' in whose ? whose.subscription : `/${claimKey(whose.consumer)}`}`

/** The digest begins with a space, which a claim that is used as it is does not contain. */
const claimKey = (claim: string): string =>
  PLAIN.test(claim) ? claim : ` ${toHex(sha256(new TextEncoder().encode(JSON.stringify(claim))))}`

const PLAIN = /^[!-~]{1,256}$/
