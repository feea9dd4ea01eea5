/** The words of a command, as bash reads them; or what is wrong with it. */
export type ShellWords = { readonly words: readonly string[] } | { readonly problem: string }

/**
 * Splits a command into words: quotes (`''`, `""`, `$''`), backslashes and continued lines, as bash has them. Variables
 * stay as they are written. The command ends with its line, or where it is piped or redirected.
 */
export function shellWords(text: string): ShellWords {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  const add = (part: string) => {
    word = (word ?? '') + part
  }
  const end = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  while (at < text.length) {
    const rest = text.slice(at, at + 3)
    const char = text[at]!
    const [continued] = /^\\\r?\n/.exec(rest) ?? []
    if (continued) at += continued.length
    else if (char === '\\') {
      add(text[at + 1] ?? '')
      at += 2
    } else if (char === "'" || rest.startsWith("$'")) {
      const quoted = char === '$' ? ansiQuoted(text, at + 2) : plainQuoted(text, at + 1)
      if (!quoted) return unclosed
      add(quoted.text)
      at = quoted.end
    } else if (char === '"' || rest.startsWith('$"')) {
      const quoted = doubleQuoted(text, at + (char === '$' ? 2 : 1))
      if (!quoted) return unclosed
      add(quoted.text)
      at = quoted.end
    } else if (/[\n;|<>]/.test(char) || (char === '&' && word === undefined)) {
      end()
      if (char !== '\n' || words.length > 0) break
      at++
    } else if (/\s/.test(char)) {
      end()
      at++
    } else if (char === '#' && word === undefined) {
      break
    } else {
      add(char)
      at++
    }
  }
  end()
  return { words }
}

const unclosed = { problem: 'A quote is not closed.' } as const

interface Quoted {
  readonly text: string
  /** Where the text goes on after the quote. */
  readonly end: number
}

function plainQuoted(text: string, from: number): Quoted | undefined {
  const end = text.indexOf("'", from)
  return end < 0 ? undefined : { text: text.slice(from, end), end: end + 1 }
}

/** Within `""`, a backslash quotes only what would mean something else. */
function doubleQuoted(text: string, from: number): Quoted | undefined {
  let found = ''
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (char === '"') return { text: found, end: at + 1 }
    if (char === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '')) {
      at++
      if (text[at] !== '\n') found += text[at]
    } else found += char
  }
  return undefined
}

/** `$''`: escapes as in C. */
function ansiQuoted(text: string, from: number): Quoted | undefined {
  const escaped = /\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|x([\da-fA-F]{1,2})|([0-7]{1,3})|(.))/sy
  let found = ''
  let at = from
  while (at < text.length) {
    const char = text[at]!
    if (char === "'") return { text: found, end: at + 1 }
    escaped.lastIndex = at
    const [written, u, U, x, octal, other] = escaped.exec(text) ?? []
    if (written === undefined) {
      found += char
      at++
      continue
    }
    const hex = u ?? U ?? x
    if (hex !== undefined) found += character(Number.parseInt(hex, 16))
    else if (octal !== undefined) found += character(Number.parseInt(octal, 8) & 0xff)
    else found += Object.hasOwn(escapes, other!) ? escapes[other as keyof typeof escapes] : `\\${other}`
    at += written.length
  }
  return undefined
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')

const escapes = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
} as const
