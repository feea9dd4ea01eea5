import type { EvaluationContext } from '@signalbox/core/evaluate'
import { realWait } from '@signalbox/core/evaluate'
import type { Flags } from './flags.ts'

/** The events of a provider, section 5 of the OpenFeature specification. */
export interface Emits {
  ready(): void
  stale(): void
  changed(keys: string[]): void
}

/** The emitter of an SDK, and its names of events. */
interface Emitter<E> {
  readonly events: { emit(event: E, details?: { flagsChanged?: string[] }): void }
  readonly names: Readonly<Record<'Ready' | 'Stale' | 'ConfigurationChanged', E>>
}

/** The events of a provider by the emitter of its SDK. */
export const emitsOf = <E>({ events, names }: Emitter<E>): Emits => ({
  ready: () => events.emit(names.Ready),
  stale: () => events.emit(names.Stale),
  changed: (flagsChanged) => events.emit(names.ConfigurationChanged, { flagsChanged }),
})

/** What else has to be asked for before flags are as fresh as they seem. */
export interface Asking {
  /** Rejects where it cannot be asked. */
  ask(context: EvaluationContext): Promise<void>
  /** Whether these features are told of by what was asked. */
  concerns(features: readonly string[]): boolean
}

const nothing: Asking = { ask: async () => {}, concerns: () => false }

/** The beginning, the changes and the end of a provider: members of its interface. */
export interface Life {
  initialize(context?: EvaluationContext): Promise<void>
  onContextChange(before: EvaluationContext, context: EvaluationContext): Promise<void>
  onClose(): Promise<void>
}

/**
 * The life of a provider over flags: what it waits for, and what OpenFeature hears of them. What has to be asked for again is asked for
 * before OpenFeature hears of it. Closing the provider closes the flags.
 */
export function createLife(flags: Flags, { ready, stale, changed }: Emits, asking: Asking = nothing): Life {
  /** What OpenFeature takes the provider for; nothing before it has begun, and after its end. */
  let taken: 'ready' | 'stale' | 'failed' | undefined
  let current: EvaluationContext = {}
  let unfollow = () => {}

  function fallBehind(): void {
    if (taken !== 'ready') return
    taken = 'stale'
    stale()
  }

  async function catchUp(): Promise<void> {
    if (flags.status !== 'fresh') return // nobody to ask: again when there is
    try {
      await asking.ask(current)
    } catch {
      return fallBehind()
    }
    if (flags.status !== 'fresh' || (taken !== 'stale' && taken !== 'failed')) return
    taken = 'ready'
    ready()
  }

  /** What OpenFeature waits for: it tells READY or ERROR by itself when that is over, and STALE can only be told behind it. */
  async function awaited(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      taken = 'ready'
    } catch (error) {
      taken = 'failed'
      throw error
    }
    if (isOld(flags)) void realWait(0).then(() => isOld(flags) && fallBehind())
  }

  function follow(): () => void {
    const offs = [
      flags.on('status', (status) => {
        if (status === 'fresh' && taken) void catchUp()
        if (status === 'stale') fallBehind()
      }),
      flags.on('change', async ({ features, configs, experiments }) => {
        if (taken && (taken !== 'ready' || asking.concerns(features))) await catchUp()
        if (taken) changed([...new Set([...features, ...configs, ...experiments])])
      }),
    ]
    return () => {
      for (const off of offs) off()
    }
  }

  return {
    initialize(context = {}) {
      current = context
      taken = undefined
      unfollow()
      unfollow = follow()
      return awaited(async () => {
        await flags.ready()
        if (flags.status === 'fresh') await asking.ask(current)
      })
    },
    onContextChange(_, context) {
      current = context
      return awaited(async () => {
        if (flags.status === 'fresh') await asking.ask(context)
      })
    },
    async onClose() {
      taken = undefined
      unfollow()
      await flags.close()
    },
  }
}

/** Whether the server has more to tell. Flags without a server are what they are. */
const isOld = ({ status }: Flags): boolean => status === 'starting' || status === 'stale'
