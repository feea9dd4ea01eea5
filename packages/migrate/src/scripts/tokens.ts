import { Untranslated } from './untranslated.ts'

/** The languages that are read. */
export type Language = 'kotlin' | 'scala'

/** A word, a text, a number or a mark of a program, or its end. */
export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'mark' | 'end'
  /** What is written; of a text, its value. */
  readonly text: string
  /** From 1. */
  readonly line: number
  /** Whether it is the first on its line. */
  readonly isFirst: boolean
  /** The comments before it. */
  readonly comments: readonly string[]
}

/** Marks of both languages, the longer ones first. */
const marks = ['===', '!==', '->', '=>', '?.', '?:', '==', '!=', '&&', '||', '<=', '>=', '\\\\', '\\'] as const

/** Splits a program into tokens. The last one is its end. Throws `Untranslated` for a character of no known token. */
export function tokensOf(source: string, language: Language): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  let line = 1
  let isFirst = true
  let comments: string[] = []

  const push = (kind: Token['kind'], text: string, end: number) => {
    tokens.push({ kind, text, line, isFirst, comments })
    at = end
    isFirst = false
    comments = []
  }

  while (at < source.length) {
    const char = source.charAt(at)
    if (char === '\n') {
      line++
      at++
      isFirst = true
    } else if (char === ' ' || char === '\t' || char === '\r') at++
    else if (source.startsWith('//', at)) {
      const end = endOf(source, '\n', at)
      comments.push(source.slice(at + 2, end).trim())
      at = end
    } else if (source.startsWith('/*', at)) {
      const end = endOfComment(source, at, line)
      const lines = source.slice(at + 2, end - 2).split('\n')
      comments.push(...lines.map((text) => text.trim().replace(/^\*+ ?/, '')).filter((text) => text !== ''))
      line += lines.length - 1
      isFirst ||= lines.length > 1
      at = end
    } else if (char === '"') push('text', ...textAt(source, at, { line, language }))
    else if (isWordStart(char)) push('word', ...run(source, at, isWordPart))
    else if (isDigit(char)) push('number', ...run(source, at, isWordPart))
    else {
      const mark = marks.find((one) => source.startsWith(one, at)) ?? char
      if (!/^[!-/:-@[-^{-~]/.test(mark)) throw new Untranslated(line, `the character ${JSON.stringify(mark)}`)
      push('mark', mark, at + mark.length)
    }
  }
  push('end', 'the end', at)
  return tokens
}

const isWordStart = (char: string): boolean => /[A-Za-z_]/.test(char)
const isDigit = (char: string): boolean => char >= '0' && char <= '9'
const isWordPart = (char: string): boolean => isWordStart(char) || isDigit(char)

function run(source: string, from: number, belongs: (char: string) => boolean): [text: string, end: number] {
  let end = from
  while (end < source.length && belongs(source.charAt(end))) end++
  return [source.slice(from, end), end]
}

function endOf(source: string, text: string, from: number): number {
  const end = source.indexOf(text, from)
  return end === -1 ? source.length : end
}

/** The end of a comment. In both languages, comments contain comments. */
function endOfComment(source: string, from: number, line: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source.startsWith('/*', at)) {
      depth++
      at++
    } else if (source.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  throw new Untranslated(line, 'a comment without an end')
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  r: '\r',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  $: '$',
}
/** The escapes that only one of the languages knows. */
const foreign: Readonly<Record<Language, string>> = { kotlin: 'f', scala: '$' }

interface Place {
  readonly line: number
  readonly language: Language
}

/** The value of a text on one line, and where it ends. */
function textAt(source: string, from: number, { line, language }: Place): [text: string, end: number] {
  if (source.startsWith('"""', from)) throw new Untranslated(line, 'a text in three quotation marks')
  let text = ''
  for (let at = from + 1; at < source.length; at++) {
    const char = source.charAt(at)
    if (char === '"') return [text, at + 1]
    if (char === '\n') break
    if (char === '$' && language === 'kotlin' && /[\w{`]/.test(source.charAt(at + 1)))
      throw new Untranslated(line, 'a text with $, which contains an expression')
    if (char !== '\\') text += char
    else {
      const name = source.charAt(++at)
      const unicode = /^[0-9A-Fa-f]{4}$/.exec(source.slice(at + 1, at + 5))?.[0]
      if (name === 'u' && unicode) {
        text += String.fromCharCode(Number.parseInt(unicode, 16))
        at += 4
      } else if (Object.hasOwn(escapes, name) && name !== foreign[language]) text += escapes[name]
      else throw new Untranslated(line, `the escape \\${name} in a text`)
    }
  }
  throw new Untranslated(line, 'a text without an end')
}
