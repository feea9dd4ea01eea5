import tokenizer, { type Char, type Range, type Tokens, types } from 'ret'

/**
 * A text that a regular expression is likely to match: repetitions come `more` times than they must. `undefined` if the
 * expression cannot be read.
 */
export function sampleOfPattern(pattern: string, more: number): string | undefined {
  try {
    return textOf(tokenizer(pattern), more)
  } catch {
    return undefined
  }
}

/** Longer texts are not made. */
const MOST_CHARACTERS = 10_000

function textOf(token: Tokens, more: number): string {
  if (token.type === types.ROOT || token.type === types.GROUP) {
    if ('notFollowedBy' in token && token.notFollowedBy) return ''
    const stack = token.options ? token.options[more % token.options.length] : token.stack
    return (stack ?? [])
      .map((one) => textOf(one, more))
      .join('')
      .slice(0, MOST_CHARACTERS)
  }
  if (token.type === types.CHAR) return String.fromCharCode(token.value)
  if (token.type === types.SET) return characterOf(token, more)
  if (token.type === types.REPETITION) {
    const times = Math.min(token.min + (more % 40), Math.max(token.max, token.min), MOST_CHARACTERS)
    return textOf(token.value, more).repeat(times).slice(0, MOST_CHARACTERS)
  }
  return ''
}

/** Characters in the order in which they are preferred. */
const preferred = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. ',
  ...'!#$%&()*+,/:;<=>?@[]^`{|}~\'"\\',
]

type SetToken = Extract<Tokens, { type: types.SET }>

function characterOf(set: SetToken, more: number): string {
  const fitting = preferred.filter((one) => isIn(set, one.charCodeAt(0)))
  if (fitting.length > 0) return fitting[more % fitting.length] as string
  const [first] = set.set
  return first && 'from' in first
    ? String.fromCharCode((first as Range).from)
    : String.fromCharCode((first as Char | undefined)?.value ?? 97)
}

const isIn = ({ set, not }: SetToken, code: number): boolean =>
  set.some((one) =>
    one.type === types.RANGE
      ? one.from <= code && code <= one.to
      : one.type === types.CHAR
        ? one.value === code
        : isIn(one, code),
  ) !== not
