import type { Random } from '@signalbox/core/gateway'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Creates a source of request ids: 26 characters of base 32. The first 16 are random, once for each source; the rest
 * counts. An id thus costs no random bytes, and is unique across processes.
 */
export function requestIds(random: Random): () => string {
  const prefix = Array.from(random(16), (byte) => LETTERS[byte & 31]).join('')
  let count = 0
  return () => prefix + (count++).toString(32).padStart(10, '0')
}

const VALID = /^[\w.:-]{1,128}$/

/** Whether a request id of a trusted peer is kept. */
export const isRequestId = (text: string): boolean => VALID.test(text)
