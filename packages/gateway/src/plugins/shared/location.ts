/**
 * Text as the value of `Location`: whatever a URL cannot contain is percent-encoded, so the value has no line breaks and
 * no characters beyond ASCII.
 */
export const toLocation = (text: string): string => text.replace(UNSAFE, escaped)

/** A text as one segment of a path. */
export const escapeSegment = (text: string): string => encodeURIComponent(wellFormed(text))

const escaped = (text: string): string => encodeURIComponent(wellFormed(text))

/** Replaces lone surrogates, which have no UTF-8 form. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\u{fffd}')

const UNSAFE = /[^\x21-\x7e]+/g
