import type { Feature } from '@signalbox/core/contract'
import { compileFeature, type Environment, frozenCopy, needsScript, type Test } from '@signalbox/core/evaluate'
import type { HeldFeature } from './held.ts'

/** Prepares a feature for evaluation in this client; `undefined` if only a script decides it. */
export type HoldPlain = (feature: Feature, environment: Environment) => HeldFeature | undefined

/** The members of a feature that many features have in common. */
type Rest = Omit<Feature, 'id' | 'parameters'>

/** How many different values are remembered, and of how many characters, to be shared with later features. */
const MOST_VALUES = 4000
const MOST_CHARACTERS = 200

/**
 * Creates what prepares features, which share what is equal: most differ in nothing but their ids and a few parameters,
 * and lists of customers name the same ones again and again.
 */
export function createHoldPlain(): HoldPlain {
  const known = new Map<string, unknown>()

  /** An equal value that an earlier feature has, or else this one. */
  function shared<T>(value: T): T {
    const text = JSON.stringify(value) ?? ''
    if (text.length > MOST_CHARACTERS) return value
    const found = known.get(text) as T | undefined
    if (found !== undefined) return found
    if (known.size === MOST_VALUES) known.clear()
    const copy = frozenCopy(value)
    known.set(text, copy)
    return copy
  }

  /** The parameters as they are kept: customers as the set that their check needs, unless one is listed twice. */
  function toKeep({ activationStrategy, parameters }: Feature): unknown {
    if (activationStrategy !== 'CUSTOMERS_LIST') return shared(parameters)
    const listed = new Set(parameters.customers.map(shared))
    return listed.size === parameters.customers.length ? listed : parameters
  }

  return (feature, environment) => {
    const { id, parameters: _, ...rest } = feature
    const kept = toKeep(feature)
    const parameters = kept instanceof Set ? { customers: kept } : kept
    const compiled = compileFeature({ ...feature, parameters } as Feature, environment)
    return needsScript(compiled) ? undefined : new PlainFeature({ id, rest: shared(rest), kept }, compiled.isActive)
  }
}

/** A feature with its check. A class, because programs hold many: it has its members in one small object. */
class PlainFeature implements HeldFeature {
  readonly id: string
  readonly rest: Rest
  readonly kept: unknown
  readonly isActive: Test

  constructor({ id, rest, kept }: Pick<PlainFeature, 'id' | 'rest' | 'kept'>, isActive: Test) {
    this.id = id
    this.rest = rest
    this.kept = kept
    this.isActive = isActive
  }

  get feature(): Feature {
    const { id, rest, kept } = this
    const parameters = kept instanceof Set ? { customers: [...kept] } : kept
    return { id, ...rest, ...(parameters !== undefined && { parameters }) } as Feature
  }
}
