/** Whether one of the texts equals the key. Takes the same time however similar they are, to prevent timing attacks. */
export async function isAmong(key: string, texts: readonly string[]): Promise<boolean> {
  const [expected = '', ...digests] = await Promise.all([key, ...texts].map(digest))
  return digests.map((one) => isEqual(one, expected)).includes(true)
}

/** The SHA-256 digest of a text, one character per byte, so that all digests have the same length. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return String.fromCharCode(...new Uint8Array(hash))
}

function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
