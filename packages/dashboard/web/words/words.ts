/** The sentences of the dashboard that depend on values. English is the only language; numbers and dates follow the reader. */

const numbers = new Intl.NumberFormat('en')

/** A number with separators: `100,000`. */
export const count = (value: number): string => numbers.format(value)

/** A number with its noun: `1 feature`, `2 features`. */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`

/** A percentage: `25%`, `0.5%`. */
export const percent = (value: number): string => `${count(value)}%`

/** The noun with its article: `a feature`, `an experiment`. */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** Words with a capital letter. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const times = new Map<string, Intl.DateTimeFormat>()

/** A time of day in a zone: `14:02`. */
export function clockTime(instant: number, zone: string): string {
  const known = times.get(zone)
  const format =
    known ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (!known) times.set(zone, format)
  return format.format(instant)
}

/** Words in a list: `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Words of the service as a sentence: with a full stop, unless they end like one. */
export const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

const macs = /Mac|iPhone|iPad/

/** A key as this computer labels it: `Ctrl K`, on a Mac `⌘ K`. */
export function keyLabel(keys: string, platform = globalThis.navigator?.platform ?? ''): string {
  const labelled = keys
    .replaceAll('+', ' ')
    .replace('Escape', 'Esc')
    .replace(/Arrow(Up|Down|Left|Right)/, arrowOf)
  return macs.test(platform) ? labelled.replace('Ctrl', '⌘') : labelled
}

const arrows = new Map([
  ['Up', '↑'],
  ['Down', '↓'],
  ['Left', '←'],
  ['Right', '→'],
])
const arrowOf = (_: string, direction: string): string => arrows.get(direction) ?? direction
