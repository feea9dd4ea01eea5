import { frozenCopy } from '../machine/json/frozen-copy.ts'
import { type CompiledFeature, compileFeature } from './evaluate.ts'
import type { Feature } from './feature.ts'
import type { Environment } from './strategies/strategy.ts'

/** Features that differ in nothing but their ids. */
export interface Alike {
  /** The feature with an id and a text, if one with the same text, apart from its id, was remembered. */
  find(id: string, text: string): CompiledFeature | undefined
  /** Remembers a feature that was compiled from its text. */
  remember(text: string, compiled: CompiledFeature): void
}

/** How many different features are remembered, and of how many characters. */
const [MOST, LONGEST] = [4000, 200]

/** The strategies that depend on nothing but their parameters, and whether they depend on the id, too. */
const dependOnId: Readonly<Record<string, boolean>> = {
  NO_STRATEGY: false,
  RELEASE_DATE: false,
  DATE_RANGE: false,
  HOUR_RANGE: false,
  CUSTOMERS_LIST: false,
  PERCENTAGE: true,
}

/**
 * Creates what compiles a feature from an equal one without parsing its text. Most features differ from others in nothing but
 * their ids, and a service compiles all of them for its first tree. They share their parameters, and their checks if
 * these do not depend on the id.
 */
export function createAlike(environment: Environment): Alike {
  const known = new Map<string, CompiledFeature>()

  return {
    find(id, text) {
      const rest = restOf(id, text)
      const like = rest === undefined ? undefined : known.get(rest)
      if (!like) return undefined
      const feature: Feature = { ...like.feature, id }
      return dependOnId[feature.activationStrategy]
        ? compileFeature(feature, environment)
        : { feature, isActive: like.isActive }
    },
    remember(text, { feature, isActive }) {
      if (known.size === MOST || dependOnId[feature.activationStrategy] === undefined) return
      const rest = restOf(feature.id, text)
      if (rest === undefined || rest.includes('"id":')) return
      const own = ` ${rest}`.slice(1) // a part of a text would keep all of the text in memory
      known.set(own, { feature: withShared(feature), isActive })
    },
  }
}

const withShared = (feature: Feature): Feature =>
  feature.parameters === undefined
    ? { ...feature }
    : ({ ...feature, parameters: frozenCopy(feature.parameters) } as Feature)

/** The text of a feature behind its id, if the id comes first, as the service writes it. */
function restOf(id: string, text: string): string | undefined {
  const head = `{"id":"${id}",`
  const { length } = head
  return text.startsWith(head) && text.length - length <= LONGEST && !ESCAPED.test(id) ? text.slice(length) : undefined
}
const ESCAPED = /["\\]/
