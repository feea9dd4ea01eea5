/** Letters and digits that are not mistaken for each other. There are 32, so each has the same probability. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

const randomText = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => ALPHABET[byte & 31]).join('')

/** The secret of an API key: 64 characters, as the service generates them. */
export const randomSecret = (): string => randomText(64)

/** A password of 100 random bits, in groups of five characters that are easy to read and to type. */
export const randomPassword = (): string => Array.from({ length: 4 }, () => randomText(5)).join('-')
