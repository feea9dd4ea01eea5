import { type ApiState, apiStates } from './entry.ts'

/** What the user searches for: words of the id, and filters. All of them must hold. */
export interface Query {
  /** In lower case; each is somewhere in the id. */
  readonly words: readonly string[]
  readonly enabled?: boolean
  readonly state?: ApiState
  /** Beginnings of strategies: each list must have one that fits. In lower case, with hyphens. */
  readonly strategies: readonly (readonly string[])[]
  /** In lower case. */
  readonly tags: readonly string[]
  /** Filters that contradict each other: nothing is found. */
  readonly isNever: boolean
}

const part = /tag:"[^"]*"?|\S+/g

/**
 * Reads a search: `express is:off strategy:percentage,rules tag:beta`. A tag with
 * spaces is written in quotes. APIs are found by their state, too: `is:published`. An unfinished filter (`is:o`, `tag:`) filters nothing yet.
 */
export function parseQuery(text: string): Query {
  const words: string[] = []
  const strategies: string[][] = []
  const tags: string[] = []
  const switches = new Set<boolean>()
  const states = new Set<ApiState>()
  for (const [written] of text.toLowerCase().matchAll(part)) {
    const [, filter, value = ''] = /^(is|strategy|tag):(.*)$/.exec(written) ?? []
    if (filter === 'is' && (value === 'on' || value === 'off')) switches.add(value === 'on')
    else if (filter === 'is' && apiStates.includes(value as ApiState)) states.add(value as ApiState)
    else if (filter === 'is' && ['on', 'off', ...apiStates].some((state) => state.startsWith(value))) continue
    else if (filter === 'strategy') {
      const given = value.split(',').filter((one) => one !== '')
      if (given.length > 0) strategies.push(given.map(spelled))
    } else if (filter === 'tag') {
      const tag = value.replaceAll('"', '')
      if (tag !== '') tags.push(tag)
    } else {
      const word = written.replaceAll('"', '')
      if (word !== '') words.push(word)
    }
  }
  const [enabled] = switches
  const [state] = states
  return {
    ...{ words, strategies, tags, isNever: switches.size > 1 || states.size > 1 },
    ...(enabled !== undefined && { enabled }),
    ...(state !== undefined && { state }),
  }
}

const spelled = (strategy: string): string => (strategy === 'always' ? 'no-strategy' : strategy.replaceAll('_', '-'))

/** Whether a query is empty: everything is found. */
export const isEmpty = ({ words, strategies, tags, enabled, state, isNever }: Query): boolean =>
  words.length + strategies.length + tags.length === 0 && enabled === undefined && state === undefined && !isNever

/** Whether a strategy such as `NO_STRATEGY` fits one of the beginnings. */
export const fitsStrategy = (strategy: string | undefined, beginnings: readonly string[]): boolean => {
  const name = strategy?.toLowerCase().replaceAll('_', '-')
  return name !== undefined && beginnings.some((beginning) => name.startsWith(beginning))
}
