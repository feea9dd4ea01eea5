/**
 * Words in names of what nobody else is to know; other words may run into their beginning (`clientsecret`, `oauth`), none into their
 * end (an `author` is no secret).
 */
const SECRET =
  /(auth|authorization|authenticat(e|ed|ion)|cookies?|secrets?|tokens?|passw(or)?ds?|passphrase|credentials?|signature|jwt|(api|access|private|secret|subscription)[^a-z]?keys?)([^a-z]|$)/

/** Longer names are told by their beginnings. */
const LONGEST_NAME = 1000

/** Whether a name is that of a secret: of a member (`password`, `accessToken`) or of a header (`Authorization`, `Set-Cookie`, `X-Api-Key`). */
export const isSecretName = (name: string): boolean =>
  SECRET.test(
    name
      .slice(0, LONGEST_NAME)
      .replace(/([a-z\d])([A-Z])/g, '$1-$2')
      .toLowerCase(),
  )

/** The same for parameters of addresses, and for headers: a `key` is a secret there, which elsewhere is a name like any other. */
export const isSecretParameter = (name: string): boolean => isSecretName(name) || name.toLowerCase() === 'key'
