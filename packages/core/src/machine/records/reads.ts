import type { CallContext } from '../../operation.ts'
import type { Reads, Versioned } from '../../ports.ts'
import { type Answer, answered, versioned } from '../answers/answer.ts'
import { atOnce } from '../answers/sync-variant.ts'
import { whenKnown } from '../answers/when-known.ts'
import { type Caller, demand, lacking, may } from '../callers/caller.ts'
import type { Right } from '../callers/rights.ts'
import { notFound } from '../errors/errors.ts'
import { copyJson } from '../json/json.ts'
import { ofPieces } from '../json/json-text.ts'
import { withSchemaDefaults } from './defaults.ts'
import { BATCH } from './lines/batch.ts'
import { createLists, type View } from './lists/lists.ts'
import { firstPage } from './lists/page.ts'
import { type Asked, compileSelect } from './lists/select.ts'
import { type LineOf, ownerOf, type RecordOf, type Resource } from './resource.ts'

const asText = { asText: true } as const

/** The page of a list that was requested. */
export interface Paging extends Asked {
  readonly pattern?: string
  readonly page?: number
  readonly pageSize?: number
}

/** A stored record and its version. */
export interface Found<T> {
  readonly record: T
  readonly version: string
}

/** Reads records of one kind, limited to the caller's grants. */
export function createReads<R extends Resource>(
  resource: R,
  store: Reads,
  present: ((stored: RecordOf<R>) => RecordOf<R>) | undefined,
) {
  type T = RecordOf<R>
  const { name, plural, domain, schema, kept, lines = schema, isCompleted, hashes = false } = resource
  const isOwned = resource.owner !== undefined
  const shown = present ?? ((stored: T) => stored)
  const readable = (pattern: string, caller: Caller) => ({
    where: isOwned ? [pattern] : [pattern, caller.patterns('R', domain)],
  })
  const whole = (stored: unknown) => (isCompleted ? withSchemaDefaults(schema, stored as T) : (stored as T))
  const sees = (caller: Caller, record: T) => !isOwned || may(caller, 'R', domain, ownerOf(resource, record))
  /** What lists and downloads read. */
  const listed = store.replica ?? store
  const lists = createLists(resource, store)

  /** What a caller may see. If grants do not refer to keys, owners decide. */
  function viewOf({ caller }: CallContext): View<T> {
    const owners = caller.isAdmin ? '*' : caller.patterns('R', domain)
    return {
      sees: (stored) => sees(caller, stored as T),
      show: (stored) => shown(whole(stored)),
      ...(isOwned && owners !== '*' && { owners }),
    }
  }

  const toLine = (record: T) => (lines === schema ? record : copyJson(record, lines)) as LineOf<R>

  const toFound = ({ value, version }: Versioned): Found<T> => ({ record: whole(value), version })

  /** The stored record with an id, including secrets and defaults. */
  async function find(id: string): Promise<Found<T> | undefined> {
    const entry = await store.get(plural, id)
    return entry && toFound(entry)
  }

  /** A batch of stored records after a key, including secrets and defaults, whatever the caller may see. */
  async function* scanStored(where: readonly string[], after: string | undefined): AsyncGenerator<Found<T>> {
    for await (const entry of store.scan(plural, { where, limit: BATCH, ...(after !== undefined && { after }) }))
      yield toFound(entry)
  }

  /**
   * The stored record with an id if the caller has a right on it. A record of another owner that the caller may not
   * even read is treated as missing: neither status nor message reveal that the id exists, or whose it is.
   */
  async function load(id: string, right: Right, { caller }: CallContext) {
    const entry = await store.get(plural, id)
    const found = entry && toFound(entry)
    if (!isOwned || !found) {
      if (isOwned) demand(caller, right, domain, id)
      if (!found) throw notFound(name, id)
      return found
    }
    const whose = ownerOf(resource, found.record)
    if (may(caller, right, domain, whose)) return found
    if (!may(caller, right, domain, id) || may(caller, 'R', domain, whose)) throw lacking(right, domain, id)
    throw notFound(name, id)
  }

  /** Callers of records that are shown as they are stored get the stored text, without a parse and stringify. */
  const isShownAsStored = present === undefined && !isOwned && !isCompleted

  const getAtOnce = atOnce(store.get)
  const textOf =
    getAtOnce === store.get
      ? (id: string) => store.get(plural, id, asText)
      : (id: string) => getAtOnce(plural, id, asText)

  async function get(id: string, call: CallContext): Promise<Answer<T>> {
    const { record, version } = await load(id, 'R', call)
    return answered(shown(record), { version })
  }

  /**
   * As `get`, for callers who take text: at once if the store can, and without parsing what is shown as it is stored. For
   * answers that nobody here looks into.
   */
  function pass(id: string, call: CallContext): Answer<T> | Promise<Answer<T>> {
    if (!call.asText || !isShownAsStored) return get(id, call)
    return whenKnown(textOf(id), (entry) => asStored(id, entry))
  }

  function asStored(id: string, entry: Versioned | undefined): Answer<T> {
    if (!entry) throw notFound(name, id)
    const { text, value, version } = entry
    return versioned(text === undefined ? (value as T) : (ofPieces([text]) as unknown as T), version)
  }

  /** `settle` is applied to shown records before they are selected: for members that depend on other records. */
  async function list(paging: Paging, call: CallContext, settle: (record: T) => T = asIs) {
    const { pattern = '*', page = firstPage.page, pageSize = firstPage.pageSize, filter, sorted } = paging
    const first = (page - 1) * pageSize
    const view = settled(viewOf(call), settle)
    const { results, count } =
      filter || sorted || view.owners !== undefined
        ? await lists.page(
            compileSelect(schema, paging, kept),
            { ...readable(pattern, call.caller), first, size: pageSize },
            view,
          )
        : await pageById(pattern, call, { skip: first, limit: pageSize })
    return { results, metadata: { page, pageSize, count, nbPages: Math.ceil(count / pageSize) } }
  }

  async function pageById(pattern: string, { caller }: CallContext, part: { skip: number; limit: number }) {
    const where = readable(pattern, caller)
    const results: T[] = []
    for await (const { value } of listed.scan(plural, { ...where, ...part })) results.push(shown(whole(value)))
    return { results, count: await listed.count(plural, where) }
  }

  async function* scan(pattern: string | undefined, call: CallContext): AsyncGenerator<T> {
    const { where } = readable(pattern ?? '*', call.caller)
    for await (const { value } of lists.entries(where, viewOf(call))) yield shown(whole(value))
  }

  /**
   * Records as nd-json lines that an import can restore: complete for callers who may see secrets; for others as shown,
   * with hashes where lines have them.
   */
  async function* exportLines(pattern: string | undefined, call: CallContext): AsyncGenerator<LineOf<R>> {
    const { where } = readable(pattern ?? '*', call.caller)
    for await (const { value } of lists.entries(where, viewOf(call))) {
      const record = whole(value)
      yield call.caller.seesSecrets || hashes ? toLine(record) : (shown(record) as LineOf<R>)
    }
  }

  const count = (pattern: string | undefined, call: CallContext): Promise<number> =>
    lists.count(readable(pattern ?? '*', call.caller).where, viewOf(call))

  return { find, scanStored, load, get, pass, list, scan, exportLines, count }
}

const asIs = <T>(record: T): T => record

/** A view whose records are settled. */
const settled = <T>(view: View<T>, settle: (record: T) => T): View<T> => ({
  ...view,
  show: (stored) => settle(view.show(stored)),
})
