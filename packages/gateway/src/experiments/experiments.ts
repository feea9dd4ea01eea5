import { type Clock, type GatewaySource, type Random, type Report, toHex } from '@signalbox/core/gateway'
import { networkOf } from '../addresses/network-of.ts'
import type { ExperimentRecord, FeatureContext, GatewayExperiments, GatewayFeatures } from '../engines/engines.ts'
import { boundedKeys } from '../limits/bounded-keys.ts'
import { createGcra } from '../limits/gcra.ts'
import { reportOnce } from '../reporting/report-once.ts'
import type { GatewayState } from '../state/state.ts'
import { askVariants } from './ask-variants.ts'
import { createRecorder } from './create-recorder.ts'
import { createKnownVariants, type KnownVariant, placeOf } from './known-variants.ts'
import { type ClientContext, createLiveExperiments, type LiveExperiments } from './live-experiments.ts'
import { createVariantCookies } from './variant-cookie.ts'

/** A client of an experiment, and the variant cookie that it sent. */
export interface ExperimentClient {
  readonly experiment: string
  readonly clientId: string
  readonly cookie?: string | undefined
  /** The request, in whose context the audience is evaluated. */
  readonly request: { readonly path: string; readonly method: string; readonly host: string }
}

/** The experiments of a gateway: finds the variants of clients, and records what happens to them. */
export interface Experiments {
  /** What the source says about experiments. */
  readonly live: LiveExperiments
  /** The variant of a client, without asking: what is remembered, what its cookie says, what can be computed. */
  recall(client: ExperimentClient): KnownVariant | undefined
  /** Asks for the variant of a client, and binds it if it is eligible. `undefined` if it has none, or if it is not known in time. */
  ask(client: ExperimentClient): Promise<KnownVariant | undefined>
  /** The value of the cookie that keeps a client with its variant. */
  cookieOf(client: ExperimentClient, known: KnownVariant): string
  /**
   * The variant that the assignment `hash` computes, whatever the client is bound to; `undefined` for unknown experiments and
   * for clients that are not eligible.
   */
  compute(client: ExperimentClient): string | undefined
  /** Why a client cannot be bound; `undefined` if it can, or if only the service can tell. A binding that it has already stays. */
  exclusion(client: ExperimentClient): 'LAYER' | 'AUDIENCE' | undefined
  /** Whether the service has said in the last ten minutes that a client has no variant. */
  isUnbound(client: ExperimentClient): boolean
  /** What a record of a client needs for the audience. `undefined` if there is none. */
  contextFor(client: ExperimentClient): FeatureContext | undefined
  record(record: Omit<ExperimentRecord, 'idempotencyKey'>): void
  /** Whether another new client may be bound for a request from an address. Counts it. */
  mayBind(address: string): boolean
  /** An id for a client that has none. */
  newClientId(): string
  /** Records that are not accepted yet. */
  readonly unsent: number
  /** Sends the records that are left. */
  close(): Promise<void>
}

interface ExperimentsPorts {
  readonly engine: GatewayExperiments
  /** Whether the source tells about all experiments. */
  readonly isComplete: boolean
  readonly assignment: () => GatewaySource['assignment']
  /** Evaluates audiences. */
  readonly features?: GatewayFeatures | undefined
  readonly secret: () => Uint8Array
  readonly state?: GatewayState | undefined
  readonly random: Random
  readonly report: Report
  /** Milliseconds that only grow. */
  readonly elapsed: Clock
}

/** How many clients without a variant are remembered, and for how long, in milliseconds. */
const MOST_UNBOUND = 100_000
const UNBOUND_MS = 600_000

/** New clients of an address, or of the /64 of an IPv6 address: 100 at once, and 20 a second. */
const BINDINGS = { kind: 'rate', name: 'bindings', rate: 20, windowMs: 1000, burst: 80 } as const

/** Creates the experiments of a gateway. */
export function createExperiments(ports: ExperimentsPorts): Experiments {
  const { engine, isComplete, assignment, features, secret, state, random, report, elapsed } = ports
  const live = createLiveExperiments({ isComplete, assignment, features })
  const known = createKnownVariants()
  const cookies = createVariantCookies(secret)
  const unbound = boundedKeys<{ readonly at: number }>(() => false, MOST_UNBOUND)
  const asking = askVariants({
    ...{ engine, report: reportOnce(report), elapsed },
    onAnswer: known.remember,
    onNone: (experiment, clientId) => unbound.set(placeOf(experiment, clientId), { at: elapsed() }, 0),
  })
  const bindings = createGcra()
  const spool = state?.spool('records')
  const recorder = createRecorder({ engine, spool, onVariant: known.remember, random, report })

  /** Whether an experiment still has a variant. */
  function has(experiment: string, variant: string): boolean {
    const found = live.find(experiment)
    return found ? found.variants.some(({ id }) => id === variant) : !live.isComplete
  }

  function remembered(experiment: string, clientId: string): KnownVariant | undefined {
    const found = known.find(experiment, clientId)
    return found && has(experiment, found.variant) ? found : undefined
  }

  function exclusion(client: ExperimentClient): 'LAYER' | 'AUDIENCE' | undefined {
    const served = live.find(client.experiment)
    const judgement = served && live.judge(served, contextOf(client))
    return judgement === 'open' ? undefined : judgement
  }

  /** Records of experiments without an audience are smaller. */
  function contextFor(client: ExperimentClient): FeatureContext | undefined {
    const served = live.find(client.experiment)
    return served && served.audience === undefined ? undefined : contextOf(client)
  }

  return {
    live,
    recall(client) {
      const { experiment, clientId, cookie } = client
      const found = remembered(experiment, clientId)
      if (found) return found
      const told = cookie === undefined ? undefined : cookies.read(experiment, clientId, cookie)
      if (told !== undefined && has(experiment, told)) return known.remember(experiment, clientId, told)
      const served = live.find(experiment)
      return served && live.isComputable(served) && live.judge(served, contextOf(client)) === undefined
        ? known.remember(experiment, clientId, live.compute(served, clientId))
        : undefined
    },
    async ask(client) {
      const { experiment, clientId } = client
      const variant = await asking.ask(experiment, clientId, contextFor(client))
      return variant !== undefined && has(experiment, variant)
        ? known.remember(experiment, clientId, variant)
        : undefined
    },
    cookieOf({ experiment, clientId }, one) {
      one.cookie ??= cookies.make(experiment, clientId, one.variant)
      return one.cookie
    },
    compute(client) {
      const served = live.find(client.experiment)
      if (!served || live.judge(served, contextOf(client)) !== undefined) return undefined
      return live.compute(served, client.clientId)
    },
    exclusion,
    isUnbound({ experiment, clientId }) {
      const found = unbound.get(placeOf(experiment, clientId))
      return found !== undefined && elapsed() - found.at < UNBOUND_MS
    },
    contextFor,
    record: recorder.add,
    mayBind: (address) => bindings.take(networkOf(address), BINDINGS, elapsed()).isAdmitted,
    newClientId: () => toHex(random(16)),
    get unsent() {
      return recorder.unsent
    },
    close: recorder.close,
  }
}

const contextOf = ({ clientId, request: { path, method, host } }: ExperimentClient): ClientContext => ({
  id: clientId,
  path,
  method,
  host,
})
