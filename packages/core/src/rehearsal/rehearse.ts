import type { FlagsOptions } from '../flags/options.ts'
import { createParts, type FlagsParts } from '../flags/parts.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { createOverlay, type Effect } from '../memory/overlay.ts'
import type { Fetch } from '../ports.ts'

/** The parts of slices that are tried out: what they write is kept from the store. */
export interface RehearsedParts extends FlagsParts {
  /** Validates addresses as the real one does. Its calls fail. */
  readonly fetch?: Fetch
  readonly isRehearsal: true
}

/** What rehearsals need. */
export interface RehearsalPorts<A> {
  /** The settings of the instance. */
  readonly options: FlagsOptions & { readonly fetch?: Fetch | undefined }
  /** The parts of the instance. */
  readonly parts: FlagsParts
  /** Opens the slices once more over these parts. */
  readonly open: (parts: RehearsedParts) => A
}

/** What a rehearsal works with. */
export interface Stage<A> {
  readonly api: A
  readonly instance: Instance
  /** The events that were written so far. */
  readonly events: Effect['events']
}

/** The result of a rehearsal, what it would write, and what would follow. */
export interface Rehearsed<T> extends Effect {
  readonly result: T
  readonly afterwards: readonly (() => Promise<void>)[]
}

/**
 * Runs operations without their effects: over a store that keeps all writes to itself. Nothing is called or delivered, no log
 * is followed, and features are not loaded into memory. Resolves with what the operations would have written.
 */
export async function rehearse<A, T>(
  { options, parts, open }: RehearsalPorts<A>,
  work: (stage: Stage<A>) => Promise<T>,
): Promise<Rehearsed<T>> {
  const overlay = createOverlay(parts.store)
  const own = createParts(
    { ...options, store: overlay.store, scripts: {}, telemetry: {}, loadOnWrite: false },
    { kinds: parts.kinds },
  )
  const afterwards: (() => Promise<void>)[] = []
  const instance: Instance = {
    ...own.instance,
    closing: parts.instance.closing,
    applied: async () => {},
    postpone: (work) => void afterwards.push(work),
  }
  const { fetch } = options
  const api = open({
    ...own,
    instance,
    runner: parts.runner,
    ...(fetch && { fetch: mute(fetch) }),
    isRehearsal: true,
  })
  try {
    const result = await work({ api, instance, events: overlay.events })
    return { result, afterwards, ...overlay.end() }
  } finally {
    overlay.end()
  }
}

/** A function that calls nothing, and knows which addresses the real one refuses. */
function mute({ refuses }: Fetch): Fetch {
  const call = async (): Promise<never> => {
    throw new Error('Nothing is called in a rehearsal')
  }
  return Object.assign(call, refuses && { refuses })
}
