import { type EvaluationContext, realWait } from '@signalbox/core/evaluate'
import type { Changed } from '../live/live-options.ts'
import type { Flags } from './flags.ts'

/** The events of a provider (OpenFeature specification, section 5). */
export interface Emits {
  ready(): void
  stale(): void
  /** Without keys, any flag may have changed. */
  changed(keys: string[] | undefined): void
}

/** The event emitter of an SDK, and its names of events. */
interface Emitter<E> {
  readonly events: { emit(event: E, details?: { flagsChanged?: string[] }): void }
  readonly names: Readonly<Record<'Ready' | 'Stale' | 'ConfigurationChanged', E>>
}

/** Emits a provider's events with the emitter of its SDK. */
export const emitsOf = <E>({ events, names }: Emitter<E>): Emits => ({
  ready: () => events.emit(names.Ready),
  stale: () => events.emit(names.Stale),
  changed: (flagsChanged) => events.emit(names.ConfigurationChanged, flagsChanged && { flagsChanged }),
})

/** Data that must be fetched before flags are really fresh. */
export interface Asking {
  /** Fetches the data for a context. Rejects if the server cannot be asked. */
  ask(context: EvaluationContext): Promise<void>
  /** Whether a change makes the fetched data outdated. */
  concerns(changed: Changed): boolean
}

const nothing: Asking = { ask: async () => {}, concerns: () => false }

/** The lifecycle members of a provider. */
export interface Life {
  initialize(context?: EvaluationContext): Promise<void>
  onContextChange(before: EvaluationContext, context: EvaluationContext): Promise<void>
  onClose(): Promise<void>
}

/**
 * Creates the lifecycle of a provider over flags: when it is ready, and which events OpenFeature receives. Data that
 * must be fetched again is fetched before the event is emitted. Closing the provider closes the flags.
 */
export function createLife(flags: Flags, { ready, stale, changed }: Emits, asking: Asking = nothing): Life {
  /** The status that OpenFeature has for the provider; `undefined` before initialization and after closing. */
  let taken: 'ready' | 'stale' | 'failed' | undefined
  let current: EvaluationContext = {}
  let unfollow = () => {}

  function fallBehind(): void {
    if (taken !== 'ready') return
    taken = 'stale'
    stale()
  }

  async function catchUp(): Promise<void> {
    if (flags.status !== 'fresh') return // the server cannot be asked now: try again when it can
    try {
      await asking.ask(current)
    } catch {
      return fallBehind()
    }
    if (flags.status !== 'fresh' || (taken !== 'stale' && taken !== 'failed')) return
    taken = 'ready'
    ready()
  }

  /**
   * Runs work that OpenFeature awaits. OpenFeature emits READY or ERROR itself afterwards, so STALE can only be emitted
   * after that.
   */
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
      flags.on('change', async (change) => {
        const { features, segments, configs, experiments } = change
        if (taken && (taken !== 'ready' || asking.concerns(change))) await catchUp()
        // Any feature or config may refer to a segment, so without keys: every flag may have changed.
        const keys = segments.length > 0 ? undefined : [...new Set([...features, ...configs, ...experiments])]
        if (taken) changed(keys)
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

/** Whether newer data is expected from the server. Offline flags are never old. */
const isOld = ({ status }: Flags): boolean => status === 'starting' || status === 'stale'
