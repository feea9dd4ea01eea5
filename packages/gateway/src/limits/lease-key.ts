import { digest } from '@signalbox/core/gateway'

/**
 * Under which key a carrier keeps the units of a client. Claims and header fields may be any text, and a carrier does not
 * take all of them: a long text, or a text that is not ASCII, is replaced by its digest.
 */
export const leaseKeyOf = (place: string, key: string): string =>
  `${place} ${PLAIN.test(key) ? key : `#${digest(JSON.stringify(key))}`}`

/** The keys of clients begin with their kind or an id, never with `#`. */
const PLAIN = /^(?!#)[ -~]{0,1024}$/
