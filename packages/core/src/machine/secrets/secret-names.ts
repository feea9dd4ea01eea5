/**
 * Words that mark a name as secret. Other words may run into their beginning (`clientsecret`, `oauth`), but not into
 * their end: an `author` is not a secret.
 */
const SECRET =
  /(auth|authorization|authenticat(e|ed|ion)|cookies?|secrets?|tokens?|passw(or)?ds?|passphrase|credentials?|signature|jwt|(api|access|private|secret|subscription|client|signing|encryption|shared|master|auth)[^a-z]?keys?)([^a-z]|$)/

/**
 * Words that mark a name as secret if they are its last one, so that `passThrough`, `pinned` and `sessionTimeout` are ordinary
 * names.
 */
const LAST =
  /(^|[^a-z])(pwd|pass|otp|pin|sig|dsn|assertion|session([^a-z]?id)?|(php|j)sess(ion)?id|connect\.sid|(otp|pin)[^a-z]?code|code[^a-z]?verifier|connection[^a-z]?string|saml[^a-z]?response)\d*$|^sid$/

/** Only this many characters of a name are looked at. */
const LONGEST_NAME = 1000

/**
 * Whether the name of a member (`password`, `accessToken`) or a header (`Authorization`, `Set-Cookie`, `X-Api-Key`)
 * means that its value is secret.
 */
export function isSecretName(name: string): boolean {
  const all = words(name)
  return SECRET.test(all) || LAST.test(all)
}

/**
 * Whether workflows and scripts do not get a query parameter, because its name is that of a credential for the API.
 * Fewer names than are masked: what a workflow checks itself, such as `otp`, it gets.
 */
export const isWithheldParameter = (name: string): boolean => SECRET.test(words(name)) || name.toLowerCase() === 'key'

/** The words of a name in lower case. */
const words = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()

/** The same for query parameters and headers, where `key` is secret, too; elsewhere it is an ordinary name. */
export const isSecretParameter = (name: string): boolean => isSecretName(name) || name.toLowerCase() === 'key'

/** The same for queries and forms, where `code` and `ticket` sign someone in; elsewhere they are ordinary names. */
export const isSecretInQuery = (name: string): boolean => isSecretParameter(name) || /^(code|ticket)$/i.test(name)

/** Endings of names that describe a secret without being one: `token_url`, `secret_header`, `cookieName`. */
const TELLING =
  /(^|[^a-z])(names?|headers?|ur[il]s?|endpoints?|paths?|fields?|params?|parameters?|claims?|prefix|types?|kinds?|methods?|ttl|seconds|ms|timeout|expir(y|es|ation)|in|length|size|count|algorithms?|issuers?|audiences?|scopes?|patterns?|enabled|required|refs?)$/

/** Whether the name of a configuration member, or of a header in it, means that its value is secret. */
export const isSecretMember = (name: string): boolean => isSecretName(name) && !TELLING.test(words(name))

/** Whether an object of this name holds settings, some of which may be secret: `auth: {user, password, url}`. */
export const isSettings = (name: string): boolean => /^(o?auth|authorization|authentication|session)$/.test(words(name))

/** Whether a string is a private key in PEM form, whatever the name of its member. */
export const isPrivateKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)
