import type { ServedExperiment } from '@signalbox/core/gateway'
import type { ExperimentRecord, GatewayExperiments, GatewayFeatures } from '../engines/engines.ts'
import type { GatewayState } from '../state/state.ts'
import { createExperiments, type Experiments } from './experiments.ts'

/** An experiment with two variants of the same traffic. */
export const served = (more: Partial<ServedExperiment> = {}): ServedExperiment => ({
  id: 'shop:button',
  enabled: true,
  variants: [
    { id: 'A', traffic: 0.5 },
    { id: 'B', traffic: 0.5 },
  ],
  isComputable: true,
  ...more,
})

/** A service that counts records once per key, and binds clients to variants in turn. */
export function fakeEngine() {
  const bound = new Map<string, string>()
  const keys = new Set<string>()
  const counted: ExperimentRecord[] = []
  const batches: (readonly ExperimentRecord[])[] = []
  const engine = {
    bound,
    /** What counted, each key once. */
    counted,
    batches,
    /** Whether an unbound client is not eligible. @default nobody */
    excludes: (_record: ExperimentRecord): boolean => false,
    /** Rejects the next calls. */
    failure: undefined as unknown,
    /** Calls wait for it. */
    held: undefined as Promise<void> | undefined,
    async record({ body: { records } }: Parameters<GatewayExperiments['record']>[0]) {
      batches.push(records)
      await engine.held
      if (engine.failure) throw engine.failure
      const results = records.map((record) => {
        const { kind, experiment, clientId, idempotencyKey } = record
        if (experiment === 'none') return { code: 'NOT_FOUND', message: 'There is no such experiment' }
        const client = `${experiment} ${clientId}`
        if (!bound.has(client) && engine.excludes(record))
          return { code: 'CONFLICT', message: 'The client is not eligible' }
        const variant = bound.get(client) ?? (bound.size % 2 ? 'B' : 'A')
        bound.set(client, variant)
        if (kind !== 'bound' && !keys.has(idempotencyKey ?? '')) counted.push(record)
        if (idempotencyKey !== undefined) keys.add(idempotencyKey)
        return { variant }
      })
      return { results }
    },
  }
  return engine
}

interface Opening {
  readonly engine: GatewayExperiments
  readonly assignment?: 'hash' | 'balanced'
  readonly known?: readonly ServedExperiment[]
  readonly isComplete?: boolean
  readonly secret?: Uint8Array
  readonly state?: GatewayState
  readonly reported?: unknown[]
  readonly features?: Pick<GatewayFeatures, 'isTrue'>
}

/** The experiments of a gateway, as a source with these experiments tells about them. */
export function openExperiments({
  engine,
  assignment = 'balanced',
  known = [served()],
  isComplete = true,
  secret = new Uint8Array(32).fill(7),
  state,
  reported = [],
  features,
}: Opening): Experiments {
  const experiments = createExperiments({
    engine,
    isComplete,
    assignment: () => assignment,
    features: features as GatewayFeatures,
    secret: () => secret,
    state,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    report: (error) => void reported.push(error),
    elapsed: () => performance.now(),
  })
  for (const value of known) experiments.live.apply({ kind: 'experiment', key: value.id, revision: 1, value })
  return experiments
}
