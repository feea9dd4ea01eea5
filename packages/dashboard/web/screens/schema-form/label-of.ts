/** Words of names that are written in another way. */
const spellings: Readonly<Record<string, string>> = {
  ...{ id: 'id', url: 'URL', jwks: 'JWKS', hsts: 'HSTS', ttl: 'time to live', max: 'maximum', min: 'minimum' },
  ...{ base64: 'as Base64', ms: 'in milliseconds', ref: '', api: 'API', cors: 'CORS', ip: 'IP', bytes: 'bytes' },
}

/** The name of a member in words: `Client id header` for `client_id_header`, `Per window` for `perWindow`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[_\-\s]+/)
    .map((word) => word.toLowerCase())
    .map((word) => (Object.hasOwn(spellings, word) ? spellings[word]! : word))
    .filter((word) => word !== '')
  const text = words.join(' ')
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1)
}
