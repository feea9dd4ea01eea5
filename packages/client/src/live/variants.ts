import type { Experiment } from '@signalbox/core/contract'
import type { Assignment, Clock } from '@signalbox/core/evaluate'
import { assignments } from '@signalbox/core/evaluate'
import { boundedMap } from './bounded-map.ts'

interface Known {
  readonly variantId: string
  readonly at: number
}

interface VariantPorts {
  readonly assignment: () => Assignment
  readonly find: (experimentId: string) => Experiment | undefined
  readonly clock: Clock
}

/** Which client has which variant, as far as it is known here. */
export interface Variants {
  /** What the server said, a short while ago or longer. */
  heard(experimentId: string, clientId: string): { readonly variantId: string; readonly isYoung: boolean } | undefined
  /** What the server will say of an unbound client, where that can be told without it. */
  computed(experimentId: string, clientId: string): string | undefined
  /** The server has said so. */
  hear(experimentId: string, clientId: string, variantId: string): void
  /** Whether the server said a moment ago that there is none to be had in this experiment, whoever the client. */
  isAbsent(experimentId: string): boolean
  /** The server has said so. */
  miss(experimentId: string): void
  /** An experiment has changed: what was heard may not hold any more. */
  forget(): void
}

/** How many clients are remembered. */
const CLIENTS = 10_000
/** Milliseconds until the server is asked again: a binding stays, unless its variant is taken away. */
const LASTS = 300_000

/** How many experiments that are not there are remembered. */
const ABSENT = 1000
/** Milliseconds until the server is asked again for an experiment that was not there. */
const ABSENT_MS = 5000

/** Remembers bindings, and computes them where experiments choose by hash alone. */
export function createVariants({ assignment, find, clock }: VariantPorts): Variants {
  const known = boundedMap<Known>(CLIENTS)
  const absent = boundedMap<number>(ABSENT)
  const isWithin = (at: number, ms: number): boolean => clock() >= at && clock() - at < ms // a clock may be put back
  const placeOf = (experimentId: string, clientId: string) => `${experimentId} ${clientId}`

  return {
    heard(experimentId, clientId) {
      const found = known.get(placeOf(experimentId, clientId))
      if (!found) return undefined
      return { variantId: found.variantId, isYoung: isWithin(found.at, LASTS) }
    },
    computed(experimentId, clientId) {
      const experiment = find(experimentId)
      const name = assignment()
      if (name !== 'hash' && name !== 'classic') return undefined // what a later server may say is not known here
      if (!experiment?.enabled || typeof clientId !== 'string' || clientId === '') return undefined
      const { variants } = experiment
      return variants[assignments[name]({ experimentId, clientId, variants, bound: [] })]?.id
    },
    hear: (experimentId, clientId, variantId) => known.set(placeOf(experimentId, clientId), { variantId, at: clock() }),
    isAbsent(experimentId) {
      const at = absent.get(experimentId)
      return at !== undefined && isWithin(at, ABSENT_MS)
    },
    miss: (experimentId) => absent.set(experimentId, clock()),
    forget() {
      known.clear()
      absent.clear()
    },
  }
}
