/** Encodes bytes in URL-safe Base64 (RFC 4648), without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes URL-safe Base64 (RFC 4648). `undefined` if the text is not what `toBase64Url` returns for some bytes. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  // Several texts mean the same bytes: unused bits of the last letter must be 0.
  return toBase64Url(bytes) === text ? bytes : undefined
}
