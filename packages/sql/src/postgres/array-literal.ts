/**
 * Returns texts as a PostgreSQL array. Drivers do this as well, but look at each character of each text. Texts without
 * quotes and backslashes, as keys nearly always are, need only be joined.
 */
export function arrayLiteral(texts: readonly (string | undefined)[]): string {
  const isPlain = !/["\\]/.test(texts.join(''))
  const members = texts.map((text) => (text === undefined ? 'NULL' : `"${isPlain ? text : escaped(text)}"`))
  return `{${members.join(',')}}`
}

const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&')
