import { isSecretName, isSecretParameter } from '@signalbox/core/gateway'

/** What stands in place of a secret value. */
export const REDACTED = '[redacted]'

/**
 * A text without what is recognized as secret: values after secret names (`password=…`, `token: …`, `<secret>…`), bearer
 * tokens, JSON Web Tokens, private keys, and passwords in URLs. All patterns take linear time.
 */
export const redactText = (text: string): string =>
  text
    .replace(PRIVATE_KEY, REDACTED)
    .replace(TOKEN, REDACTED)
    .replace(SCHEME, `$1 ${REDACTED}`)
    .replace(USER, `//${REDACTED}@`)
    .replace(ELEMENT, (all, name: string, rest: string) => (isSecretName(name) ? `<${name}${rest}>${REDACTED}` : all))
    .replace(ASSIGNMENT, (all, name: string, sign: string, quote: string) =>
      isSecretParameter(name) ? `${name}${sign}${quote}${REDACTED}` : all,
    )
    .replace(MEMBER, (all, name: string, sign: string, quote: string) =>
      isSecretName(name) ? `${name}${sign}${quote}${REDACTED}` : all,
    )

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]{0,40}-----)?/g
const TOKEN = /(?<![\w-])(?:eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*|sbxg?_\w{8,})/g
const SCHEME = /(?<!\w)(Bearer|Basic|Digest)\s{1,9}[^\s"'<>,;\\]+/gi
const USER = /\/\/[^\s/@"'<>]{1,1000}@/g
const ELEMENT = /<([\w:.-]{1,100})([^<>]*)>[^<]+/g
const ASSIGNMENT = /(?<![\w.-])([\w.-]{1,100})(\\{0,3}["']?\s{0,9}=\s{0,9})(\\{0,3}["']?)[^\s"'&<>,;\\]+/g
const MEMBER = /(?<![\w.-])([\w.-]{1,100})(\\{0,3}["']?\s{0,9}:\s{0,9})(\\{0,3}["']?)[^\r\n"'&<>,;\\]+/g
