import type { AspectName } from '../../parts/Aspect.tsx'
import { portOf } from './address.ts'
import type { Target } from './settings.ts'

/** The state of a target, as a data plane judges it. */
export interface TargetState {
  readonly hostname: string
  readonly port: number
  readonly state: StateName
  readonly why?: string
  /** In epoch milliseconds. */
  readonly since: number
  readonly inFlight: number
}

/** The state of a backend in one data plane. */
export interface BackendState {
  readonly plane: string
  readonly api: string
  readonly draft: boolean
  readonly backend: string
  readonly stored: boolean
  readonly isPanicking: boolean
  readonly targets: readonly TargetState[]
}

/** The states of targets with their words, the worst first. */
export const stateWords = {
  open: { word: 'Circuit open', aspect: 'danger' },
  unhealthy: { word: 'Unhealthy', aspect: 'danger' },
  ejected: { word: 'Ejected', aspect: 'danger' },
  resting: { word: 'No connection', aspect: 'danger' },
  drained: { word: 'Drained', aspect: 'caution' },
  idle: { word: 'Idle', aspect: 'caution' },
  usable: { word: 'Usable', aspect: 'clear' },
} as const satisfies Record<string, { readonly word: string; readonly aspect: AspectName }>

type StateName = keyof typeof stateWords

const order = Object.keys(stateWords) as StateName[]
const rankOf = ({ state }: TargetState): number => order.indexOf(state)

/** Which backend is meant: one of an API, or a stored one. */
export interface BackendRef {
  readonly backend: string
  /** The API to which it belongs. Absent: it is stored for all APIs. */
  readonly api?: string
}

/** The states of a backend: of the routes that are served, else of drafts. */
export function statesOf(all: readonly BackendState[], { backend, api }: BackendRef): readonly BackendState[] {
  const own = all.filter(
    (one) => one.backend === backend && (api === undefined ? one.stored : !one.stored && one.api === api),
  )
  const served = own.filter(({ draft }) => !draft)
  return served.length > 0 ? served : own
}

/** The state of a target over all data planes. */
export interface Judged {
  /** The worst state. */
  readonly state: TargetState
  /** Requests in progress, in all data planes. */
  readonly inFlight: number
  /** Of how many data planes it is the state, if they do not agree. */
  readonly of?: readonly [agree: number, all: number]
}

/** The state of a target; `undefined` if no data plane uses it. */
export function judged(states: readonly BackendState[], target: Target): Judged | undefined {
  const byPlane = new Map<string, TargetState>()
  const counted = new Map<string, number>()
  for (const { plane, targets } of states)
    for (const one of targets) {
      if (one.hostname !== target.hostname || one.port !== portOf(target)) continue
      const known = byPlane.get(plane)
      if (!known || rankOf(one) < rankOf(known)) byPlane.set(plane, one)
      // APIs that share a stored backend share its servers: the same requests are not counted twice.
      counted.set(plane, Math.max(counted.get(plane) ?? 0, one.inFlight))
    }
  const found = [...byPlane.values()].sort((a, b) => rankOf(a) - rankOf(b))
  const [worst] = found
  if (!worst) return undefined
  const agree = found.filter(({ state }) => state === worst.state).length
  return {
    state: worst,
    inFlight: [...counted.values()].reduce((sum, one) => sum + one, 0),
    ...(agree < found.length && { of: [agree, found.length] as const }),
  }
}

/** How many targets of a backend are usable, in words with their aspect; `undefined` if no data plane uses it. */
export function healthInWords(
  states: readonly BackendState[],
  targets: readonly Target[],
): { readonly aspect: AspectName; readonly words: string } | undefined {
  const known = targets.flatMap((target) => judged(states, target) ?? [])
  if (known.length === 0) return undefined
  const usable = known.filter(({ state: { state } }) => state === 'usable').length
  const isHurt = known.some(({ state: { state } }) => stateWords[state].aspect === 'danger')
  if (usable === known.length) return { aspect: 'clear', words: usable === 1 ? 'Usable' : `${usable} usable` }
  return { aspect: isHurt ? 'danger' : 'caution', words: `${usable} of ${known.length} usable` }
}

/** The share of requests that each target gets by weight, while all are usable; 0 for drained ones and for backups. */
export function sharesOf(targets: readonly Target[]): readonly number[] {
  const weights = targets.map(({ weight = 1, drained, backup }) => (drained || backup ? 0 : weight))
  const all = weights.reduce((sum, one) => sum + one, 0)
  return weights.map((weight) => (all === 0 ? 0 : weight / all))
}
