import type { Experiment } from '@signalbox/core/contract'
import {
  type Assignment,
  assignments,
  type Clock,
  type Condition,
  type Context,
  compileLayer,
} from '@signalbox/core/evaluate'
import { boundedMap } from './records/bounded-map.ts'

interface Known {
  readonly variantId: string
  readonly at: number
}

interface VariantPorts {
  readonly assignment: () => Assignment
  readonly find: (experimentId: string) => Experiment | undefined
  /** Whether an audience is true in a context; `undefined` if only the server can tell. */
  readonly isTrue: (audience: Condition, context: Context) => boolean | undefined
  readonly clock: Clock
}

/** The variants of clients that are known locally. */
export interface Variants {
  /** The server's last answer, and whether it is recent. */
  heard(experimentId: string, clientId: string): { readonly variantId: string; readonly isYoung: boolean } | undefined
  /** The variant that the server will assign to an unbound client, if it can be computed locally. */
  computed(experimentId: string, clientId: string, context?: Context): string | undefined
  /** Stores an answer of the server. */
  hear(experimentId: string, clientId: string, variantId: string): void
  /** Whether the server recently had no variant to give in this experiment, for any client. */
  isAbsent(experimentId: string): boolean
  /** Stores that the server had no variant. */
  miss(experimentId: string): void
  /** Whether the server recently said that the client is not eligible in this context. */
  isExcluded(experimentId: string, clientId: string, context?: Context): boolean
  /** Stores that the server said so. */
  exclude(experimentId: string, clientId: string, context?: Context): void
  /** Clears the cache, because an experiment has changed. */
  forget(): void
}

/** How many bindings are remembered. */
const CLIENTS = 10_000
/** Milliseconds until the server is asked again. A binding only changes when its variant is removed. */
const LASTS = 300_000

/** How many missing experiments are remembered. */
const ABSENT = 1000
/** Milliseconds until the server is asked again about a missing experiment. */
const ABSENT_MS = 5000

/** Caches bindings, and computes them for experiments that assign by hash alone. */
export function createVariants({ assignment, find, isTrue, clock }: VariantPorts): Variants {
  const known = boundedMap<Known>(CLIENTS)
  const absent = boundedMap<number>(ABSENT)
  const excluded = boundedMap<number>(CLIENTS)
  const isWithin = (at: number, ms: number): boolean => clock() >= at && clock() - at < ms // a clock may be set back
  const layers = new WeakMap<NonNullable<Experiment['layer']>, (clientId: string) => boolean>()
  const placeOf = (experimentId: string, clientId: string) => `${experimentId} ${clientId}`

  const contextPlace = (experimentId: string, clientId: string, context: Context = {}) =>
    `${placeOf(experimentId, clientId)} ${textOf(context)}`

  function inLayer(layer: NonNullable<Experiment['layer']>): (clientId: string) => boolean {
    const known = layers.get(layer) ?? compileLayer(layer)
    layers.set(layer, known)
    return known
  }

  /** Whether an unbound client is known to be eligible. */
  function isEligible({ layer, audience }: Experiment, clientId: string, context: Context | undefined): boolean {
    if (layer && !inLayer(layer)(clientId)) return false
    return audience === undefined || isTrue(audience, { ...context, id: clientId }) === true
  }

  return {
    heard(experimentId, clientId) {
      const found = known.get(placeOf(experimentId, clientId))
      if (!found) return undefined
      return { variantId: found.variantId, isYoung: isWithin(found.at, LASTS) }
    },
    computed(experimentId, clientId, context) {
      const experiment = find(experimentId)
      const name = assignment()
      if (name !== 'hash' && name !== 'classic') return undefined // a later server may have others
      if (!experiment?.enabled) return experiment?.shipped // to every client
      if (typeof clientId !== 'string' || clientId === '') return undefined
      if (!isEligible(experiment, clientId, context)) return undefined
      const { variants } = experiment
      return variants[assignments[name]({ experimentId, clientId, variants, bound: [] })]?.id
    },
    hear: (experimentId, clientId, variantId) => known.set(placeOf(experimentId, clientId), { variantId, at: clock() }),
    isAbsent(experimentId) {
      const at = absent.get(experimentId)
      return at !== undefined && isWithin(at, ABSENT_MS)
    },
    miss: (experimentId) => absent.set(experimentId, clock()),
    isExcluded(...place) {
      const at = excluded.get(contextPlace(...place))
      return at !== undefined && isWithin(at, ABSENT_MS)
    },
    exclude: (...place) => excluded.set(contextPlace(...place), clock()),
    forget() {
      known.clear()
      excluded.clear()
      absent.clear()
    },
  }
}

/** A context that is no JSON, such as one with a cycle, has no text of its own. */
function textOf(context: Context): string {
  try {
    return JSON.stringify(context)
  } catch {
    return ''
  }
}
