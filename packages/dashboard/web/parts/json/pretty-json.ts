/**
 * Lays out JSON text with two spaces a level. Numbers and texts stay as they are written, so `1152921504606846977` loses no
 * digit. Characters that cannot be seen or that turn the direction of writing are shown as `\u2028`. Text that is not
 * JSON is returned unchanged.
 */
export function prettyJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let out = ''
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? []
  for (const [place, token] of tokens.entries()) {
    const last = tokens[place - 1]
    const isEmpty = (token === '}' && last === '{') || (token === ']' && last === '[')
    if (token === '}' || token === ']') {
      depth -= 1
      out += isEmpty ? token : line() + token
      continue
    }
    if (last === '{' || last === '[' || last === ',') out += line()
    if (token === '{' || token === '[') depth += 1
    out += token === ':' ? ': ' : visible(token)
  }
  return out
}

/** Shows control, format and separator characters as escapes. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
  })
