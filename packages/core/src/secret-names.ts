/**
 * Words in names of what nobody else is to know; other words may run into their beginning (`clientsecret`, `oauth`), none into their
 * end (an `author` is no secret).
 */
const SECRET =
  /(auth|authorization|authenticat(e|ed|ion)|cookies?|secrets?|tokens?|passw(or)?ds?|passphrase|credentials?|signature|jwt|(api|access|private|secret|subscription|client|signing|encryption|shared|master|auth)[^a-z]?keys?)([^a-z]|$)/

/** Longer names are told by their beginnings. */
const LONGEST_NAME = 1000

/** Whether a name is that of a secret: of a member (`password`, `accessToken`) or of a header (`Authorization`, `Set-Cookie`, `X-Api-Key`). */
export const isSecretName = (name: string): boolean => SECRET.test(words(name))

/** The words of a name, in lower case. */
const words = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()

/** The same for parameters of addresses, and for headers: a `key` is a secret there, which elsewhere is a name like any other. */
export const isSecretParameter = (name: string): boolean => isSecretName(name) || name.toLowerCase() === 'key'

/** Ends of names that tell something about a secret, and are none: `token_url`, `secret_header`, `cookieName`. */
const TELLING =
  /(^|[^a-z])(names?|headers?|ur[il]s?|endpoints?|paths?|fields?|params?|parameters?|claims?|prefix|types?|kinds?|methods?|ttl|seconds|ms|timeout|expir(y|es|ation)|in|length|size|count|algorithms?|issuers?|audiences?|scopes?|patterns?|enabled|required|refs?)$/

/** Whether a member of a configuration, or a header in it, holds a secret by its name. */
export const isSecretMember = (name: string): boolean => isSecretName(name) && !TELLING.test(words(name))

/** Whether an object of this name holds settings, some of which may be secrets: `auth: {user, password, url}`. */
export const isSettings = (name: string): boolean => /^(o?auth|authorization|authentication)$/.test(words(name))

/** Whether a text is a private key in PEM, whatever it is called. */
export const isPrivateKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)
