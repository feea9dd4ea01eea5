import type { Token } from './tokens.ts'
import { Untranslated } from './untranslated.ts'

/** A place in the tokens of a program, which moves forward. */
export interface Cursor {
  /** The token at this place, or `ahead` tokens further. */
  peek(ahead?: number): Token
  /** Returns the token at this place, and moves on. */
  next(): Token
  /** Whether a word or mark is at this place. If so, moves on. */
  take(text: string): boolean
  /** Moves on over a word or mark. Throws `Untranslated` for anything else. */
  expect(text: string): Token
  /** Moves on over a word, and returns it. Throws `Untranslated` for anything else. */
  word(): string
  /** Throws `Untranslated` for the token at this place, or for an earlier one. */
  reject(why?: string, token?: Token): never
  /** The comments up to the token at this place, since the last call. */
  comments(): readonly string[]
}

/** Creates a cursor at the first token. */
export function cursorOf(tokens: readonly Token[]): Cursor {
  let at = 0
  let commented = 0
  const peek = (ahead = 0) => tokens[Math.min(at + ahead, tokens.length - 1)] as Token
  const isAt = (text: string) => peek().text === text && (peek().kind === 'word' || peek().kind === 'mark')

  function next(): Token {
    const token = peek()
    at++
    return token
  }

  function reject(why?: string, { kind, text, line } = peek()): never {
    throw new Untranslated(line, why ?? (kind === 'text' ? `the text ${JSON.stringify(text)} at this place` : text))
  }

  return {
    peek,
    next,
    reject,
    take(text) {
      if (!isAt(text)) return false
      next()
      return true
    },
    expect(text) {
      if (isAt(text)) return next()
      const { kind, text: found } = peek()
      return reject(`${kind === 'text' ? JSON.stringify(found) : found} where ${text} is expected`)
    },
    word: () => (peek().kind === 'word' ? next().text : reject(`${peek().text} where a name is expected`)),
    comments() {
      const found = tokens.slice(commented, at + 1).flatMap(({ comments }) => comments)
      commented = Math.max(commented, at + 1)
      return found
    },
  }
}
