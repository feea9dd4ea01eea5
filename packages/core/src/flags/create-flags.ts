import { configSlice } from '../configs/slice.ts'
import { eventSlice } from '../events/slice.ts'
import { experimentSlice } from '../experiments/slice.ts'
import { featureSlice } from '../features/slice.ts'
import { type Identity, toCaller } from '../machine/callers/caller.ts'
import { callAs } from '../machine/calls/call-as.ts'
import { openSlices } from '../machine/calls/open-slices.ts'
import type { Summaries } from '../machine/calls/summaries.ts'
import { checkOptions } from '../machine/errors/check-options.ts'
import type { OnIn } from '../machine/log/event-of.ts'
import { createListeners } from '../machine/log/listeners.ts'
import { untilAborted } from '../machine/time/wait.ts'
import type { Described } from '../operation.ts'
import { scriptSlice } from '../scripts/slice.ts'
import { segmentSlice } from '../segments/slice.ts'
import { type ContractOf, contractOf, domainsOf, type EventsOf, kindsOf, type Slice } from '../slice.ts'
import { createDoor, type FlagsDoor } from './door.ts'
import { type FlagsOptions, flagsOptionNames } from './options.ts'
import { closeParts, createParts } from './parts.ts'

const nouns = [featureSlice, segmentSlice, configSlice, experimentSlice, scriptSlice] as const
const domains = domainsOf(nouns, [])
const slices = [...nouns, eventSlice(domains)] as const
const contract = contractOf(slices)

type FlagsContract = ContractOf<typeof slices>

/** The operations on features, configs, experiments, scripts and events, as in `SignalboxApi`. */
export interface FlagsApi extends Described<Pick<Summaries, keyof FlagsContract>, FlagsContract> {}

/** Feature flags in this process: features, configs, experiments, scripts and events, and synchronous evaluation. */
export interface Flags extends FlagsApi, FlagsDoor {
  /** The slices it consists of: adapters mount them, documents describe them. */
  readonly slices: readonly Slice[]
  /**
   * Subscribes to change events, which arrive after the write.
   *
   * @example
   * const stop = flags.on('FEATURE_UPDATED', ({ key, payload }) => console.log(key, payload.enabled))
   * flags.on('*', ({ type, key }) => console.log(type, key))
   * stop()
   */
  readonly on: OnIn<EventsOf<typeof slices>>
  /** The same API on behalf of a caller, limited to their grants: otherwise UNAUTHENTICATED or FORBIDDEN. */
  as(identity: Identity): FlagsApi & Pick<Flags, 'slices'>
  /** Ends streams and imports, and closes the store. */
  close(): Promise<void>
}

/**
 * Creates feature flags over these ports. Without a store, everything is in memory. A smaller Signalbox: the same
 * features, configs, experiments, scripts and events over the same store, without API keys, users, webhooks, gateway
 * and workflows. Throws a `RangeError` for an unknown time zone and for invalid limits, and a `TypeError` for an
 * invalid store and for an unknown option.
 *
 * @example
 * const flags = createFlags()
 * await flags.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
 * flags.isActive('shop:express') // true
 */
export function createFlags(options: FlagsOptions = {}): Flags {
  checkOptions('createFlags', options, flagsOptionNames)
  const parts = createParts(options, { kinds: kindsOf(slices) })
  const { api, close } = openSlices(slices, {
    ...parts,
    isCurrent: async () => true, // flags have no users or API keys that could change
    untilOver: (_session, signal) => untilAborted(signal),
  })
  return {
    ...(api as FlagsApi),
    ...createDoor(parts),
    slices,
    on: createListeners({ ...parts, ...domains, closing: parts.closing.signal }) as Flags['on'],
    as: (identity) => ({ ...(callAs(contract, api, { caller: toCaller(identity) }) as FlagsApi), slices }),
    async close() {
      parts.closing.abort()
      await close(() => closeParts(parts))
    },
  }
}
