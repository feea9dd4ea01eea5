import type { AspectName } from '../../parts/signs/Aspect.tsx'
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
  /** What came of its last calls. Absent: the data plane does not tell. */
  readonly calls?: CallsState
}

interface CallsState {
  readonly state: 'answering' | 'failing' | 'unchecked'
  readonly at?: number
  readonly since?: number
  readonly why?: string
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
  failing: { word: 'Failing', aspect: 'danger' },
  unchecked: { word: 'Not checked', aspect: 'muted' },
  answering: { word: 'Answering', aspect: 'clear' },
} as const satisfies Record<string, { readonly word: string; readonly aspect: AspectName | 'muted' }>

/** What is shown of a target: why it gets no requests, or how its requests ended. */
type ShownState = keyof typeof stateWords

/** What a target that gets requests does with them; other states stay as they are. */
export const shownState = ({ state, calls }: TargetState): ShownState =>
  state === 'usable' ? (calls?.state ?? 'unchecked') : state

type StateName = 'open' | 'unhealthy' | 'ejected' | 'resting' | 'drained' | 'idle' | 'usable'

const order = Object.keys(stateWords) as ShownState[]
const rankOf = (state: TargetState): number => order.indexOf(shownState(state))

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
  const agree = found.filter((one) => shownState(one) === shownState(worst)).length
  return {
    state: worst,
    inFlight: [...counted.values()].reduce((sum, one) => sum + one, 0),
    ...(agree < found.length && { of: [agree, found.length] as const }),
  }
}

/** How many targets of a backend answer, in words with their aspect; `undefined` if no data plane uses it. */
export function healthInWords(
  states: readonly BackendState[],
  targets: readonly Target[],
): { readonly aspect: AspectName | 'muted'; readonly words: string } | undefined {
  const known = targets.flatMap((target) => judged(states, target) ?? [])
  if (known.length === 0) return undefined
  const shown = known.map(({ state }) => shownState(state))
  const answering = shown.filter((one) => one === 'answering').length
  if (answering === shown.length)
    return { aspect: 'clear', words: answering === 1 ? 'Answering' : `${answering} answering` }
  if (shown.every((one) => one === 'unchecked')) return { aspect: 'muted', words: stateWords.unchecked.word }
  const aspects = shown.map((one) => stateWords[one].aspect)
  const aspect = aspects.includes('danger') ? 'danger' : aspects.includes('caution') ? 'caution' : 'muted'
  if (shown.length === 1) return { aspect, words: stateWords[shown[0]!].word }
  return { aspect, words: `${answering} of ${shown.length} answering` }
}

/** The share of requests that each target gets by weight, while all are usable; 0 for drained ones and for backups. */
export function sharesOf(targets: readonly Target[]): readonly number[] {
  const weights = targets.map(({ weight = 1, drained, backup }) => (drained || backup ? 0 : weight))
  const all = weights.reduce((sum, one) => sum + one, 0)
  return weights.map((weight) => (all === 0 ? 0 : weight / all))
}
