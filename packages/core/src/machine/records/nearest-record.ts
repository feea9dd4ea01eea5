import type { Reads } from '../../ports.ts'
import type { Caller } from '../callers/caller.ts'
import { notFound, SignalboxError } from '../errors/errors.ts'
import { didYouMean, nearestId } from '../errors/nearest-id.ts'
import { own } from '../json/json.ts'
import type { Instance } from './hooks.ts'
import type { Resource } from './resource.ts'

/** The parts of kinds of records that suggestions of ids need. */
export type SuggestedKind = Pick<Resource, 'domain' | 'owner' | 'access'> & Partial<Pick<Resource, 'name' | 'plural'>>

/** Adds the nearest id that the caller may read to the failure of a call for a record that does not exist. */
export type SuggestRecord = (error: unknown, caller: Caller) => unknown

/** How many ids are read for one suggestion, at each of three places, and how many suggestions there are in a second. */
const [IDS, A_SECOND] = [30, 10]

/** The kinds that a flag of OFREP can be. */
const flagKinds: readonly unknown[] = ['feature', 'config']

/**
 * Creates what suggests records. Other failures pass unchanged. The work is bounded: programs may ask often for records
 * that do not exist. Callers who may not read every record of a kind with owners, or of a kind for admins, get no suggestion.
 */
export function createSuggest(
  kinds: readonly SuggestedKind[],
  { store, clock }: Pick<Instance, 'store' | 'clock'>,
): SuggestRecord {
  let second = 0
  let left = A_SECOND

  /** Whether there is time for another suggestion. */
  function hasTime(): boolean {
    const now = Math.floor(clock() / 1000)
    if (now !== second) left = A_SECOND
    second = now
    return left-- > 0
  }

  function kindsOf({ code, message, errors }: SignalboxError, id: string): readonly SuggestedKind[] {
    if (code !== 'NOT_FOUND' || errors[0]?.message !== 'error.data.missing') return []
    const isOf = ({ name = '' }: SuggestedKind): boolean => message === notFound(name, id).message
    const isFlag = message === notFound('flag', id).message
    return kinds.filter((kind) => isOf(kind) || (isFlag && flagKinds.includes(kind.name)))
  }

  async function suggest(error: SignalboxError, caller: Caller): Promise<SignalboxError> {
    const id = error.errors[0]?.args[0] ?? ''
    const readable = kindsOf(error, id).filter((kind) => mayReadAll(kind, caller))
    if (readable.length === 0 || !hasTime()) return error
    const isFlag = error.message === notFound('flag', id).message
    for (const kind of readable) {
      const meant = await nearestOf(id, { kind, caller, store, isFlag })
      if (meant !== undefined) return withMessage(error, `${error.message}${didYouMean(meant)}`)
    }
    return error
  }

  return (error, caller) =>
    error instanceof SignalboxError && error.code === 'NOT_FOUND' ? suggest(error, caller).catch(() => error) : error
}

/** Whether grants on ids say which records of a kind a caller may read. */
const mayReadAll = ({ owner, access }: SuggestedKind, caller: Caller): boolean =>
  caller.isAdmin || (owner === undefined && access === undefined)

interface Search {
  readonly kind: SuggestedKind
  readonly caller: Caller
  readonly store: Reads
  /** Whether the id is that of a flag: configs without a type are none, and are not to be published. */
  readonly isFlag: boolean
}

/** The nearest of the ids that begin as this one does, to the last letters or to the last colon, or else of the first ids. */
async function nearestOf(id: string, { kind, caller, store, isFlag }: Search): Promise<string | undefined> {
  const patterns = caller.patterns('R', kind.domain)
  if (patterns === '') return undefined
  const folder = id.slice(0, id.lastIndexOf(':') + 1)
  const begin = id.slice(0, Math.max(folder.length, id.length - 3))
  for (const after of new Set([begin, folder, ''])) {
    const ids: string[] = []
    for await (const { key, value } of (store.replica ?? store).scan(kind.plural ?? '', {
      ...{ after, where: [patterns] },
      limit: IDS,
    }))
      if (!isFlag || kind.name !== 'config' || own(value as object, 'type') !== undefined) ids.push(key)
    const meant = nearestId(id, ids)
    if (meant !== undefined) return meant
  }
  return undefined
}

function withMessage({ code, errors, fieldErrors, members }: SignalboxError, message: string): SignalboxError {
  return new SignalboxError(code, message, { errors, fieldErrors, members })
}
