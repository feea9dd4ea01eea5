import { isSecretParameter } from '@signalbox/core/gateway'
import { REDACTED, redactText } from '../log/redact-text.ts'

/**
 * A text of JSON, or the beginning of one, without the values of secret members. All else stays as it is. `undefined` if it
 * is no JSON.
 */
export function redactJson(text: string, isCut: boolean): string | undefined {
  let redacted = ''
  /** Whether the next value is secret. */
  let isSecret = false
  /** How deep the current secret value is nested. 0: the current value is not secret. */
  let depth = 0
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) {
      if (!isCut || !isBeginning(text.slice(at))) return undefined
      return depth > 0 ? redacted : redacted + (isSecret ? `"${REDACTED}` : redactText(text.slice(at)))
    }
    at += token.length
    const opens = token === '{' || token === '['
    if (depth > 0) {
      if (opens) depth++
      else if (token === '}' || token === ']') depth--
    } else if (isSecret && token !== ':' && token.trim() !== '') {
      redacted += `"${REDACTED}"`
      isSecret = false
      if (opens) depth = 1
    } else if (token.startsWith('"')) {
      COLON.lastIndex = at
      if (COLON.test(text)) {
        redacted += token
        isSecret = isSecretMember(token)
      } else redacted += redactText(token)
    } else redacted += token
  }
  return redacted
}

const TOKEN =
  /[ \t\r\n]+|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|[{}[\]:,]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy
const COLON = /[ \t\r\n]*:/y

/** Whether a text is the beginning of a token: a text without its end, a number, or a word. */
const isBeginning = (rest: string): boolean => /^(?:"[^"]*(?:\\"[^"]*)*|-?[\d.eE+-]*|[a-z]{1,4})$/.test(rest)

function isSecretMember(token: string): boolean {
  const name = String(JSON.parse(token))
  return name === 'client_id' || isSecretParameter(name)
}
