/** A digest of a text: the first half of its SHA-256, in hexadecimal. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
