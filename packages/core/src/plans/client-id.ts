import tokenize, { type Token, types } from 'ret'
import type { Random } from '../ports.ts'

/** Maximum length of a generated text. */
export const LONGEST_GENERATED = 128
/** Maximum number of repetitions beyond the minimum of an open one (`*`, `+`, `{2,}`). */
const OPEN_REPEATS = 16

/** Characters allowed in client ids. */
export const idCharacters = charactersFrom(/[A-Za-z0-9_@.-]/)
/** Characters allowed in client names: printable ASCII. */
export const nameCharacters = charactersFrom(/[\x20-\x7e]/)

/** Generates a text that matches a regular expression as a whole. All choices are equally likely. */
export type Generator = (random: Random) => string

/** A part of a pattern: the shortest and longest text it can generate, and its generator. */
interface Part {
  readonly longest: number
  readonly shortest: number
  readonly generate: Generator
}

/**
 * Compiles a regular expression into a generator of matching texts. Supports literals, classes, groups, alternatives,
 * repetitions, and anchors at both ends.
 * Time and length are bounded before anything is generated. Throws a `RangeError` with the reason if a text could be
 * empty, longer than `LONGEST_GENERATED`, or contain a character outside `characters`.
 */
export function compileGenerator(pattern: string, characters: readonly number[]): Generator {
  const { stack, options } = parse(pattern)
  const alternatives = (options ?? [stack ?? []]).map((tokens) => sequence(withoutAnchors(tokens), characters))
  const { longest, shortest, generate } = oneOf(alternatives)
  if (shortest === 0) throw new RangeError('it could generate an empty text')
  if (longest > LONGEST_GENERATED) throw new RangeError(`it could generate more than ${LONGEST_GENERATED} characters`)
  return generate
}

function parse(pattern: string) {
  try {
    new RegExp(pattern, 'u')
    return tokenize(pattern)
  } catch (cause) {
    throw new RangeError('it is not a valid regular expression', { cause })
  }
}

/** Removes anchors at both ends, which are redundant: a generated text matches as a whole. */
function withoutAnchors(tokens: readonly Token[]): readonly Token[] {
  const isAnchor = (token: Token | undefined, value: string) => token?.type === types.POSITION && token.value === value
  const from = isAnchor(tokens[0], '^') ? 1 : 0
  const to = isAnchor(tokens.at(-1), '$') ? -1 : tokens.length
  return tokens.slice(from, to)
}

function partOf(token: Token, characters: readonly number[]): Part {
  switch (token.type) {
    case types.CHAR:
      return oneCharacter([token.value], characters)
    case types.SET:
      return oneCharacter(
        characters.filter((code) => isIn(token, code)),
        characters,
      )
    case types.REPETITION: {
      const { value, min, max } = token
      // A repetition directly inside a repetition is a lazy one (`a*?`), which generates the same texts.
      const isLazy = value.type === types.REPETITION
      return isLazy ? partOf(value, characters) : repeated(partOf(value, characters), min, max)
    }
    case types.GROUP:
      if (token.followedBy || token.notFollowedBy || token.lookBehind)
        throw new RangeError('it has a lookahead or lookbehind, which is not supported')
      return oneOf((token.options ?? [token.stack ?? []]).map((tokens) => sequence(tokens, characters)))
    case types.REFERENCE:
      throw new RangeError('it has a backreference, which is not supported')
    case types.POSITION:
      throw new RangeError(
        `it has ${/[bB]/.test(token.value) ? '\\' : ''}${token.value} inside, which is not supported`,
      )
  }
}

type SetToken = Extract<Token, { type: types.SET }>

const isIn = ({ set, not }: SetToken, code: number): boolean =>
  not !==
  set.some((one) => {
    if (one.type === types.RANGE) return one.from <= code && code <= one.to
    return one.type === types.CHAR ? one.value === code : isIn(one, code)
  })

function oneCharacter(codes: readonly number[], characters: readonly number[]): Part {
  const wrong = codes.find((code) => !characters.includes(code))
  if (wrong !== undefined)
    throw new RangeError(`it could generate ${JSON.stringify(String.fromCodePoint(wrong))}, which is not allowed`)
  if (codes.length === 0) throw new RangeError('one of its character classes contains no allowed character')
  const texts = codes.map((code) => String.fromCodePoint(code))
  return { longest: 1, shortest: 1, generate: (random) => texts[below(random, texts.length)] as string }
}

function repeated(part: Part, min: number, max: number): Part {
  const most = max === Number.POSITIVE_INFINITY ? min + OPEN_REPEATS : max
  const longest = part.longest * most
  return {
    longest,
    shortest: part.shortest * min,
    generate(random) {
      if (longest === 0) return ''
      const times = min + below(random, most - min + 1)
      return Array.from({ length: times }, () => part.generate(random)).join('')
    },
  }
}

function sequence(tokens: readonly Token[], characters: readonly number[]): Part {
  const parts = tokens.map((token) => partOf(token, characters))
  const total = (of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  return {
    longest: total(({ longest }) => longest),
    shortest: total(({ shortest }) => shortest),
    generate: (random) => parts.map((part) => part.generate(random)).join(''),
  }
}

function oneOf(parts: readonly Part[]): Part {
  return {
    longest: Math.max(...parts.map(({ longest }) => longest)),
    shortest: Math.min(...parts.map(({ shortest }) => shortest)),
    generate: (random) => (parts[below(random, parts.length)] as Part).generate(random),
  }
}

/** A random integer from 0 to `count - 1`: 32 random bits, scaled. The bias is in the order of 2^-32. */
function below(random: Random, count: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = random(4)
  return Math.floor(((a * 256 + b) * 65_536 + c * 256 + d) * (count / 2 ** 32))
}

function charactersFrom(pattern: RegExp): readonly number[] {
  return Array.from({ length: 128 }, (_, code) => code).filter((code) => pattern.test(String.fromCharCode(code)))
}
