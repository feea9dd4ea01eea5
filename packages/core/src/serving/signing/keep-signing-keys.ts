import { owner } from '../../machine/callers/caller.ts'
import { originOf } from '../../machine/callers/origin.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import { internalDomain } from '../../machine/log/internal-domain.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { Change, Ports } from '../../ports.ts'
import { dueChange } from './due-change.ts'
import { makeSigningKey, type SigningKey } from './signing-key.ts'

/** The collection of signing keys. Its records are numbered. */
export const SIGNING_KEYS = 'signing-keys'
/** How often it is looked whether something is due, in milliseconds. */
const EVERY_MS = 3_600_000
/** The pause after a failure, in milliseconds. */
const RETRY_MS = 10_000

/** A stored key. */
export interface KeptKey {
  /** The number of the record. */
  readonly key: string
  readonly value: SigningKey
}

/** The keys that sign tokens. */
export interface SigningKeys {
  /**
   * The keys, the oldest first. Makes the first one, and replaces them in time from then on until the instance closes. If that
   * fails, it is reported and tried again later, and there are none: an API that issues tokens does not hold up others.
   */
  ensure(): Promise<readonly KeptKey[]>
  /** A plan issues tokens that live for this long, in milliseconds. */
  issues(lifetime: number): void
}

/** What keeping keys needs. */
export interface SigningPorts extends Pick<Ports, 'wait' | 'report'> {
  readonly instance: Pick<Instance, 'store' | 'note' | 'clock' | 'zone' | 'closing'>
}

/**
 * Keeps the signing keys of an instance. Several processes may do so: a change is committed only if no other process has
 * changed the same keys meanwhile.
 */
export function keepSigningKeys({ instance, wait, report }: SigningPorts): SigningKeys {
  const { store, note, clock, zone, closing } = instance
  let longest = 0
  let isKeeping = false

  async function load() {
    const kept: (KeptKey & { readonly version: string })[] = []
    for await (const { key, value, version } of store.scan(SIGNING_KEYS))
      kept.push({ key, value: value as SigningKey, version })
    return kept
  }

  const event = (type: 'CREATED' | 'UPDATED' | 'DELETED', { key, value }: KeptKey): EventDraft => ({
    type: `SIGNING_KEY_${type}`,
    domain: internalDomain,
    key,
    payload: { id: value.id, since: value.since, until: value.until },
    timestamp: localTimestamp(clock(), zone),
    ...originOf({ caller: owner }),
  })

  const put = ({ key, value }: KeptKey, expected: string | null): Change => ({
    ...{ op: 'put', collection: SIGNING_KEYS, key, value, expected },
  })

  /** Does what is due until nothing is, and resolves with the keys. */
  async function maintain(): Promise<readonly KeptKey[]> {
    for (;;) {
      const kept = await load()
      const due = dueChange(
        kept.map(({ value }) => value),
        clock(),
        longest,
      )
      if (!due || closing.aborted) return kept
      const newest = kept.at(-1)
      if ('remove' in due) {
        const [oldest] = kept as [KeptKey & { version: string }]
        const { key, version: expected } = oldest
        await note([{ op: 'delete', collection: SIGNING_KEYS, key, expected }], [event('DELETED', oldest)])
        continue
      }
      const next = { key: numberAfter(newest?.key), value: await makeSigningKey(due.make) }
      const changes = [put(next, null)]
      const events = [event('CREATED', next)]
      if (newest && due.extend !== undefined) {
        const extended = { key: newest.key, value: { ...newest.value, until: due.extend } }
        changes.push(put(extended, newest.version))
        events.push(event('UPDATED', extended))
      }
      await note(changes, events)
    }
  }

  /** Looks again and again, first after a pause. */
  async function keep(first: number): Promise<void> {
    for (let pause = first; !closing.aborted; ) {
      await wait(pause, closing)
      if (!closing.aborted) pause = (await attempt()) ? EVERY_MS : RETRY_MS
    }
  }

  /** The keys after what was due; `undefined` if that failed. */
  const attempt = (): Promise<readonly KeptKey[] | undefined> =>
    maintain().catch((error) => {
      report(error)
      return undefined
    })

  return {
    async ensure() {
      const kept = await attempt()
      if (!isKeeping) void keep(kept ? EVERY_MS : RETRY_MS)
      isKeeping = true
      return kept ?? []
    },
    issues(lifetime) {
      longest = Math.max(longest, lifetime)
    },
  }
}

/** The number of the next record. All have the same length, so that keys are in their order. */
const numberAfter = (key = '0'): string => String(Number(key) + 1).padStart(8, '0')
