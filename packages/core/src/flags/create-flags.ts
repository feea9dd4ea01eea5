import { callAs } from '../call-as.ts'
import type { Identity } from '../callers/caller.ts'
import { toCaller } from '../callers/caller.ts'
import { checkOptions } from '../check-options.ts'
import { configSlice } from '../configs/slice.ts'
import { eventSlice } from '../events/slice.ts'
import { experimentSlice } from '../experiments/slice.ts'
import { featureSlice } from '../features/slice.ts'
import { createBus } from '../log/bus.ts'
import type { OnIn } from '../log/event-of.ts'
import { openSlices } from '../open-slices.ts'
import type { Described } from '../operation.ts'
import { scriptSlice } from '../scripts/slice.ts'
import type { ContractOf, EventsOf, Slice } from '../slice.ts'
import { contractOf, domainsOf } from '../slice.ts'
import type { Summaries } from '../summaries.ts'
import { untilAborted } from '../wait.ts'
import type { FlagsDoor } from './door.ts'
import { createDoor } from './door.ts'
import type { FlagsOptions } from './options.ts'
import { flagsOptionNames } from './options.ts'
import { closeParts, createParts } from './parts.ts'

const nouns = [featureSlice, configSlice, experimentSlice, scriptSlice] as const
const domains = domainsOf(nouns, [])
const slices = [...nouns, eventSlice(domains)] as const
const contract = contractOf(slices)

type FlagsContract = ContractOf<typeof slices>

/** The calls of features, configs, experiments, scripts and events: as `SignalboxApi` has them. */
export interface FlagsApi extends Described<Pick<Summaries, keyof FlagsContract>, FlagsContract> {}

/** Flags in this process: features, configs, experiments, scripts and events of a Signalbox, and the synchronous door to features. */
export interface Flags extends FlagsApi, FlagsDoor {
  /** The parts that it is made of: what adapters mount, and what documents describe. */
  readonly slices: readonly Slice[]
  /** Hears change events, behind the write: `flags.on('FEATURE_UPDATED', ({ key, payload }) => …)`, `flags.on('*', …)`. */
  readonly on: OnIn<EventsOf<typeof slices>>
  /** The same API on behalf of someone: every call under their grants, else UNAUTHENTICATED or FORBIDDEN. */
  as(identity: Identity): FlagsApi & Pick<Flags, 'slices'>
  /** Ends streams and imports, and closes the store. */
  close(): Promise<void>
}

/**
 * Flags over these ports; without any, in memory. They are what a Signalbox has, of the same parts over the same store, without what a
 * program that asks for flags does not need: API keys and users, webhooks, the gateway and workflows. Throws a `RangeError` for an
 * unknown time zone and limits that are invalid, and a `TypeError` for a store that is not one and for an option that it does not take.
 *
 * @example
 * const flags = createFlags()
 * await flags.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
 * flags.isActive('shop:express') // true
 */
export function createFlags(options: FlagsOptions = {}): Flags {
  checkOptions('createFlags', options, flagsOptionNames)
  const parts = createParts(options)
  const { api, closed } = openSlices(slices, {
    ...parts,
    isCurrent: async () => true, // callers come by no record of these
    untilOver: (_session, signal) => untilAborted(signal),
  })
  return {
    ...(api as FlagsApi),
    ...createDoor(parts),
    slices,
    on: createBus({ ...parts, ...domains, closing: parts.closing.signal }) as Flags['on'],
    as: (identity) => ({ ...(callAs(contract, api, toCaller(identity)) as FlagsApi), slices }),
    async close() {
      parts.closing.abort()
      await closed()
      await closeParts(parts)
    },
  }
}
