import { endable } from '../../machine/answers/abortable-iterable.ts'
import { answered } from '../../machine/answers/answer.ts'
import { type Caller, forbidden, unauthenticated } from '../../machine/callers/caller.ts'
import { endsCredential } from '../../machine/callers/ends-credential.ts'
import { sealingRootIn } from '../../machine/callers/sealing-of.ts'
import type { StreamShares } from '../../machine/callers/stream-shares.ts'
import { failure, misfit, problem } from '../../machine/errors/errors.ts'
import { findGap } from '../../machine/log/consumers/cursor.ts'
import type { Follower } from '../../machine/log/follower.ts'
import { type SealingKey, sealingKeyFrom } from '../../machine/secrets/sealing-key.ts'
import { anySignal } from '../../machine/time/closing.ts'
import { inSlices } from '../../machine/time/event-loop-turns.ts'
import type { CallContext } from '../../operation.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { Note, Random, Reads } from '../../ports.ts'
import { toBase64Url } from '../sealed/base64url.ts'
import { type SealedUnit, sealUnit } from '../sealed/seal-unit.ts'
import { cookieKeyOf } from '../signing/cookie-key.ts'
import type { OpenSource } from './open-source.ts'
import type { GatewayUnit } from './source.ts'
import { numbered, SNAPSHOT_FORMAT, type SnapshotLine, type SourceFacts } from './wire-units.ts'

/** The dependencies of the source of data planes in other processes. */
export interface RemoteParts {
  readonly store: Reads
  readonly note: Note
  readonly random: Random
  readonly follower: Follower
  readonly catalog: PluginCatalog
  readonly source: OpenSource
  readonly facts: SourceFacts
  readonly shares: StreamShares
  /** Whether the caller's gateway key still exists. */
  readonly isCurrent: (caller: Caller) => Promise<boolean>
}

/** How many units are sealed at the same time. Between these, other work gets the thread. */
const AT_ONCE = 64

/**
 * What data planes in other processes read: units whose secrets are sealed under the gateway key of the caller. Both streams
 * end as soon as the gateway key is deleted in any process.
 */
export function remoteSource({
  store,
  note,
  random,
  follower,
  catalog,
  source,
  facts,
  shares,
  isCurrent,
}: RemoteParts) {
  async function* sealed(units: AsyncIterable<GatewayUnit>, key: SealingKey): AsyncGenerator<SealedUnit> {
    for await (const slice of inSlices(units, AT_ONCE))
      yield* await Promise.all(slice.map((unit) => sealUnit(unit, key, catalog)))
  }

  async function keyOf(caller: Caller): Promise<SealingKey> {
    const root = sealingRootIn(caller)
    if (root === undefined) throw forbidden('it requires a gateway key, under which secrets are sealed')
    await follower.start()
    if (!(await isCurrent(caller))) throw unauthenticated()
    return sealingKeyFrom(root)
  }

  /** Runs a generator until the gateway key of the caller is deleted. */
  const whileCurrent = <T>({ caller, signal }: CallContext, generate: (stop: AbortSignal) => AsyncGenerator<T>) =>
    endable(signal, async function* (stop) {
      const end = shares.begin(caller)
      const ended = new AbortController()
      const leave = follower.later(() => ended.abort(), { accept: (event) => endsCredential(event, caller) })
      try {
        if (await isCurrent(caller)) yield* generate(anySignal([stop, ended.signal]))
      } finally {
        leave()
        end()
      }
      return undefined
    })

  /**
   * Whether a revision is one of this log, or was the last that left it. It may not be after a backup was restored, because
   * event ids are not used twice.
   */
  async function isKnown(revision: number): Promise<boolean> {
    if (revision === 0 || revision === (await store.head()) || revision === (await store.trimmedTo?.())) return true
    for await (const { _id } of store.read({ after: revision - 1, limit: 1 })) return _id === revision
    return false
  }

  const format: SnapshotLine = { kind: 'format', format: SNAPSHOT_FORMAT, ...facts }

  return {
    async snapshot(call: CallContext) {
      shares.check(call.caller)
      const key = await keyOf(call.caller)
      const secret = toBase64Url(await cookieKeyOf({ store, note }, random))
      // All units of a snapshot have its revision.
      const units = source.snapshot(call.signal)[Symbol.asyncIterator]()
      const first = await units.next()
      const lines = whileCurrent<SnapshotLine>(call, async function* (stop) {
        const rest: AsyncIterable<GatewayUnit> = { [Symbol.asyncIterator]: () => units }
        yield format
        if (first.done) return
        const { revision } = first.value
        yield sealUnit({ kind: 'cookie-key', key: 'cookies', revision, value: { secret } }, key, catalog)
        yield sealUnit(first.value, key, catalog)
        for await (const unit of sealed(rest, key)) {
          if (stop.aborted) return
          yield unit
        }
      })
      const answer: AsyncIterableIterator<SnapshotLine> = {
        [Symbol.asyncIterator]: () => answer,
        next: () => lines.next(),
        async return() {
          await units.return?.()
          return (await lines.return?.()) ?? { done: true, value: undefined }
        },
      }
      return answered(answer, { version: first.done ? undefined : String(first.value.revision) })
    },
    async changes(given: { readonly after?: number }, call: CallContext) {
      const after = call.lastEventId ?? given.after
      if (after === undefined) throw misfit('after', undefined, 'integer')
      shares.check(call.caller)
      const key = await keyOf(call.caller)
      if (after > (await store.head()) || (await findGap(store, after)) || !(await isKnown(after))) throw gap(after)
      return whileCurrent<SnapshotLine[]>(call, async function* (stop) {
        // A data plane that connects again after this version was updated checks the format before it takes changes.
        yield numbered([format, { kind: 'end', revision: after }], after)
        for await (const units of source.changes(after, stop)) {
          const all: SealedUnit[] = []
          for await (const unit of sealed(each(units), key)) all.push(unit)
          yield numbered(all, all.at(-1)?.revision ?? after)
        }
      })
    },
  }
}

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}

const gap = (after: number) =>
  failure(
    'CONFLICT',
    `The log does not have all changes after ${after}: read the snapshot again`,
    problem('error.gap', after),
  )
