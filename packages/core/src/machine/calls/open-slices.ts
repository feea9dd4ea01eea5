import type { Api, Contract } from '../../operation.ts'
import {
  type ContractOf,
  kindsOf,
  type Opened,
  type OpenedOf,
  type PartsOf,
  type Searched,
  type Slice,
} from '../../slice.ts'
import { SignalboxError } from '../errors/errors.ts'
import type { TraceContext } from '../net/traceparent.ts'
import type { Instance } from '../records/hooks.ts'
import { keepIndexes } from '../records/keep-indexes.ts'
import type { SuggestRecord } from '../records/nearest-record.ts'
import { bind } from './bind.ts'

/** Slices that can be called. */
export interface OpenSlices<S extends readonly Slice[]> {
  /** The API of all slices. */
  readonly api: Api<ContractOf<S>>
  /** Opens a slice and loads its code. A load that fails is retried by the next call. */
  open<Name extends S[number]['name']>(name: Name): Promise<OpenedOf<Extract<S[number], { readonly name: Name }>>>
  /** The records that a search looks through. Loads every slice that has records. */
  searched(): Promise<readonly Searched[]>
  /**
   * Waits for the background work of the slices, after the instance was closed, and then closes their parts. From then on it
   * takes no calls.
   */
  close(parts: () => Promise<void>): Promise<void>
}

/** Where all slices store their records. */
interface Stored {
  readonly instance: Pick<Instance, 'store' | 'clock'>
  readonly telemetry: TraceContext
}

/**
 * Makes the API of slices over shared parts. Each slice's code is loaded with its first call; the store builds the
 * indexes of their records at once. Slices whose records data planes serve get the parts `served`.
 */
export function openSlices<const S extends readonly Slice[]>(
  slices: S,
  parts: PartsOf<S> & Stored,
  served = parts,
): OpenSlices<S> {
  const opened = new Map<string, Promise<Opened<Contract>>>()
  const kinds = kindsOf(slices)
  keepIndexes(kinds, parts.instance.store)
  let suggesting: Promise<SuggestRecord> | undefined
  /** What suggests records is loaded with the first one that does not exist. */
  const suggest: SuggestRecord = (error, caller) => {
    if (!(error instanceof SignalboxError) || error.code !== 'NOT_FOUND') return error
    suggesting ??= import('../records/nearest-record.ts').then((it) => it.createSuggest(kinds, parts.instance))
    return suggesting.then((found) => found(error, caller)).catch(() => error)
  }
  const { traceparent } = parts.telemetry
  let isClosed = false
  const more = { suggest, isClosed: () => isClosed, ...(traceparent && { traceparent }) }

  function open(name: string): Promise<Opened<Contract>> {
    const known = opened.get(name)
    if (known) return known
    const slice = slices.find((one) => one.name === name) as Slice
    const opening = slice.open(slice.isServed ? served : parts) as Promise<Opened<Contract>>
    opened.set(name, opening)
    opening.catch(() => opened.delete(name))
    return opening
  }

  const handlersOf =
    ({ name }: Slice) =>
    async () =>
      (await open(name)).handlers
  return {
    api: Object.assign({}, ...slices.map((slice) => bind(slice.contract, handlersOf(slice), more))),
    open: open as OpenSlices<S>['open'],
    async searched() {
      const withRecords = slices.filter(({ kinds = [] }) => kinds.length > 0)
      const all = await Promise.all(withRecords.map(({ name }) => open(name)))
      return all.flatMap(({ searched = [] }) => searched)
    },
    async close(parts) {
      for (const opening of opened.values()) await opening.then(({ closed }) => closed?.()).catch(() => {})
      // Calls that have arrived before may still end: servers release the store when their last call has ended.
      await parts().finally(() => {
        isClosed = true
      })
    },
  }
}
