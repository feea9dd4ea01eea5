/** Longer texts are shown as they are, so that indentation cannot make them huge. */
const MOST = 256 * 1024
/** Deeper levels are not indented further. */
const DEEPEST = 20

/** JSON with a line for each member. Numbers and texts stay as they were written. `undefined` for a text that is not JSON. */
export function prettyJson(text: string): string | undefined {
  if (text.length > MOST || !isJson(text)) return undefined
  let depth = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`
  return text.replace(TOKEN, (token) => {
    if (token === '{' || token === '[') {
      depth++
      return token + line()
    }
    if (token === '}' || token === ']') {
      depth--
      return line() + token
    }
    if (token === ',') return token + line()
    if (token === ':') return ': '
    return token.startsWith('"') ? token : token.replace(/\s+/g, '')
  })
}

/** A string, an empty object or list, a mark, or space. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
