import { importCounts } from '../machine/answers/result-metadata.ts'
import { unmatched } from '../machine/answers/unmatched.ts'
import { idIn, type RecordKind } from '../machine/calls/record-kinds.ts'
import { conflict, failure, problem, SignalboxError } from '../machine/errors/errors.ts'
import { isObject, own } from '../machine/json/json.ts'
import type { ImportResult } from '../machine/records/lines/lines.ts'
import { wholeUpload } from '../machine/records/lines/whole-upload.ts'
import { checkSize } from '../machine/records/size.ts'
import type { Limits } from '../machine/schema/limits.ts'
import { lineLimitOf } from '../machine/schema/line-limit.ts'
import { createRests } from '../machine/time/yield-by-time.ts'
import type { CallContext, CallOptions, Handlers, Input, Output } from '../operation.ts'
import type { Clock } from '../ports.ts'
import { type CommitPorts, commitRehearsed, tryRehearsed } from '../rehearsal/commit-rehearsed.ts'
import type { Rehearsed, Stage } from '../rehearsal/rehearse.ts'
import { rememberedAnswer } from './answers.ts'
import { checkAgain, type Done } from './check-again.ts'
import { checkChanges } from './check-changes.ts'
import type { commitContract } from './contract.ts'
import { inOrder, type Ordered } from './order.ts'
import { type Mask, withoutSecrets } from './without-secrets.ts'

/** One change of a commit. */
export type RecordChange = Input<typeof commitContract.commit>['body']['changes'][number]
type Result = Output<typeof commitContract.commit>['results'][number]
/** A result as it is remembered. */
type Made = Result & Pick<Done, 'owner'>

/** What commits over several kinds need. */
export interface CommitParts {
  readonly commits: CommitPorts & {
    readonly clock: Clock
    /** All kinds, each after the kinds that it refers to. */
    readonly kinds: () => readonly RecordKind[]
    readonly rehearse: <T>(work: (stage: Stage<object>) => Promise<T>) => Promise<Rehearsed<T>>
    /** Creates the function that masks the secrets in an API, also the ones that plugins mark. */
    readonly openApiMask: () => Promise<Mask>
  }
}

/** A change with its place in the call. */
interface Placed extends Ordered {
  readonly change: RecordChange
  readonly index: number
}

/**
 * Handlers for commits over several kinds: each change passes the upload or the delete of its kind in a rehearsal, which sees
 * the changes before it. What all of them write is one commit.
 */
export function commitHandlers({ commits }: CommitParts) {
  let bare: Promise<ReturnType<typeof withoutSecrets>> | undefined
  let known: ReadonlyMap<string, RecordKind> | undefined
  const byName = () => {
    known ??= new Map(commits.kinds().map((one) => [one.kind, one]))
    return known
  }
  const kindOf = ({ kind }: Pick<RecordChange, 'kind'>) => byName().get(kind) as RecordKind

  /** Makes all changes in a rehearsal: first what is written, then what is deleted. */
  async function makeAll(stage: Stage<object>, changes: readonly Placed[], call: CallContext): Promise<Made[]> {
    const { api, instance, events } = stage
    const { caller, reason, traceparent, address, signal } = call
    const options: CallOptions = {
      caller,
      ...(reason !== undefined && { reason }),
      ...(traceparent !== undefined && { traceparent }),
      ...(address !== undefined && { address }),
    }
    const rest = createRests({ clock: instance.clock, signals: [instance.closing, signal] })
    const results: Made[] = []
    const names = [...byName().keys()]

    async function make(placed: Placed): Promise<void> {
      const { change, index } = placed
      const kind = kindOf(change)
      const before = events.length
      try {
        if (change.op === 'put') checkLine(kind, change.record, instance)
        const done =
          change.op === 'put' ? await put(api, { kind, change, options }) : await remove(api, { kind, change, options })
        const id = placed.id ?? events[before]?.key ?? ''
        const isSame = done === 'updated' && events.length === before
        const owner = ownerIn(kind, placed.record)
        results[index] = {
          kind: change.kind,
          id,
          change: isSame ? 'unchanged' : done,
          ...(owner !== undefined && { owner }),
        }
      } catch (error) {
        throw failedChange(error, placed)
      }
      await rest()
    }

    for (const one of inOrder(
      names,
      changes.filter(({ change }) => change.op === 'put'),
    ))
      await make(one)
    const stored = async (one: Placed): Promise<Placed> => ({
      ...one,
      record: (await instance.store.get(one.kind, one.id as string))?.value,
    })
    const doomed = await Promise.all(changes.filter(({ change }) => change.op === 'delete').map(stored))
    for (const one of inOrder(names, doomed).toReversed()) await make(one)
    return results
  }

  /** The changes with a mask instead of every secret. */
  async function withoutAny(changes: readonly RecordChange[]): Promise<readonly unknown[]> {
    bare ??= commits.openApiMask().then(withoutSecrets)
    const maskIn = await bare
    return changes.map((change) =>
      change.op === 'put' ? { ...change, record: maskIn(kindOf(change), change.record) } : change,
    )
  }

  /** Throws FORBIDDEN if the caller lacks the right to one of the changes by now. */
  function checkAll(made: readonly Made[], placed: readonly Placed[], call: CallContext): void {
    for (const one of placed)
      try {
        checkAgain(kindOf(one.change), made[one.index] as Made, call)
      } catch (error) {
        throw failedChange(error, one)
      }
  }

  const handlers: Handlers<typeof commitContract> = {
    async commit({ body: { changes }, dryRun = false }, call) {
      if (call.ifMatch !== undefined) throw unmatched()
      checkChanges(changes, { kinds: [...byName().values()], idOf: (change) => idOf(change, kindOf(change)) })
      const placed = changes.map((change, index): Placed => {
        const record = change.op === 'put' ? change.record : undefined
        return { change, index, kind: change.kind, id: idOf(change, kindOf(change)), record }
      })
      const rehearse = () => commits.rehearse((stage) => makeAll(stage, placed, call))
      if (dryRun) return { results: shown(await tryRehearsed(commits, rehearse, call)) }
      const withKey = call.idempotencyKey ? await withoutAny(changes) : undefined
      const answer = withKey && rememberedAnswer<Made[]>(commits, withKey, call)
      const check = (made: readonly Made[]) => checkAll(made, placed, call)
      return {
        results: shown(
          await commitRehearsed(commits, answer ? () => once(answer, { rehearse, check }) : rehearse, call),
        ),
      }
    },
  }
  return { handlers }
}

type Answer = NonNullable<ReturnType<typeof rememberedAnswer<Made[]>>>

interface Once {
  readonly rehearse: () => Promise<Rehearsed<Made[]>>
  /** Throws FORBIDDEN if the caller has lost the right to one of these changes since. */
  readonly check: (made: readonly Made[]) => void
}

/** Rehearses a call, unless it has been answered. Its commit keeps the answer. */
async function once(answer: Answer, { rehearse, check }: Once) {
  const given = async () => {
    const result = await answer.find()
    if (!result) return undefined
    check(result)
    return { result, changes: [], events: [], afterwards: [] }
  }
  const before = await given()
  if (before) return before
  try {
    const done = await rehearse()
    return { ...done, changes: [...done.changes, ...(await answer.changes(done.result))] }
  } catch (error) {
    // The same call may have been committed meanwhile.
    const meanwhile = await given()
    if (meanwhile) return meanwhile
    throw error
  }
}

const shown = (made: readonly Made[]): Result[] => made.map(({ owner: _, ...result }) => result)

/** The id that grants on a record are checked against, if that is not its own. */
function ownerIn({ owner }: RecordKind, record: unknown): string | undefined {
  const id = owner !== undefined && isObject(record) ? own(record, owner) : undefined
  return typeof id === 'string' ? id : undefined
}

const idOf = (change: RecordChange, kind: RecordKind): string | undefined =>
  change.op === 'delete' ? change.id : idIn(kind, change.record)

/** Throws TOO_LARGE for a record that an upload over HTTP does not take as a line. */
function checkLine({ kind, import: { operation } }: RecordKind, record: object, limits: Limits): void {
  checkSize(`record of ${kind}`, JSON.stringify(record), lineLimitOf(limits, operation.limit ?? 'bodyLimit'))
}

interface Making<C> {
  readonly kind: RecordKind
  readonly change: C
  readonly options: CallOptions
}
type Of<Op> = Extract<RecordChange, { op: Op }>

/** Writes one record as a line of an upload. */
async function put(api: object, { kind, change, options }: Making<Of<'put'>>): Promise<Result['change']> {
  const { record, ifMatch, ifNoneMatch, force } = change
  const strategy = ifNoneMatch === undefined ? 'Replace' : 'Keep'
  const input = { strategy, body: [record], ...(ifMatch !== undefined && { ifMatch }), ...(force && { force }) }
  const uploaded = (await kind.import.find(api)(input, wholeUpload(options))) as ImportResult
  const counts = importCounts(uploaded)
  if (counts?.kept) throw conflict(kind.kind, idIn(kind, record) ?? '')
  if (uploaded.success === 0) throw interrupted()
  return counts?.created ? 'created' : 'updated'
}

async function remove(api: object, { kind, change, options }: Making<Of<'delete'>>): Promise<Result['change']> {
  const { id, ifMatch, force } = change
  const guarded = ifMatch === undefined ? options : { ...options, ifMatch }
  await kind.remove.find(api)({ id, ...(force && { force }) }, guarded)
  return 'deleted'
}

const interrupted = () =>
  failure(
    'UNAVAILABLE',
    'The service is closing, or the caller has disconnected: call again',
    problem('error.interrupted', 1),
  )

/** The failure of a change as that of the whole call: it names the change, and pointers begin at the body. */
function failedChange(error: unknown, { change, index, kind, id }: Placed): unknown {
  if (!(error instanceof SignalboxError) || error.code === 'UNAVAILABLE') return error
  const { code, message, errors, fieldErrors, retryAfter, members } = error
  const place = `/changes/${index}${change.op === 'put' ? '/record' : ''}`
  const named = `${index} (${kind}${id === undefined ? '' : ` ${id}`})`
  return new SignalboxError(code, `Nothing was written, because of change ${named}: ${message}`, {
    errors,
    fieldErrors: Object.fromEntries(
      Object.entries(fieldErrors).map(([pointer, problems]) => [
        /^(\/|$)/.test(pointer) ? place + pointer : pointer,
        problems,
      ]),
    ),
    ...(retryAfter !== undefined && { retryAfter }),
    cause: error,
    members: { ...members, index, kind, ...(id !== undefined && { id }) },
  })
}
