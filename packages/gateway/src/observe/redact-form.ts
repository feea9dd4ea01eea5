import { REDACTED, redactText } from '../log/redact-text.ts'
import { secretParameters } from './secrets.ts'

/** A form (`a=1&b=2`), or a query without its `?`, without the values of secret parameters. All else stays as it is. */
export const redactForm = (form: string): string =>
  form
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      if (equals < 0) return pair
      const name = pair.slice(0, equals)
      return isSecret(name, pair.slice(equals + 1)) ? `${name}=${REDACTED}` : pair
    })
    .join('&')

function isSecret(rawName: string, rawValue: string): boolean {
  const [name, value] = [decoded(rawName), decoded(rawValue)]
  return name === undefined || value === undefined || secretParameters.has(name) || redactText(value) !== value
}

/** `undefined` if the text cannot be decoded. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
