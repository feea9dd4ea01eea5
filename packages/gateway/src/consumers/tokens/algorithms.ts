/** The algorithms that are accepted without a list, by the kind of key: a public key never verifies HS…. */
const defaults = { secret: ['HS256'], publicKey: ['RS256', 'PS256', 'ES256', 'EdDSA'] } as const

/** The algorithms of the configuration that fit the kind of key. */
export function algorithmsFor(kind: keyof typeof defaults, listed?: readonly string[]): readonly string[] {
  const isSymmetric = (algorithm: string) => algorithm.startsWith('HS')
  return listed?.filter((algorithm) => isSymmetric(algorithm) === (kind === 'secret')) ?? defaults[kind]
}
