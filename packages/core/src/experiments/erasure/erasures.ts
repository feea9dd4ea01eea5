import { type Origin, originOf } from '../../machine/callers/origin.ts'
import { notFound } from '../../machine/errors/errors.ts'
import { type ErasedId, erasureSalt, toErasedId } from '../../machine/log/erased-id.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import { ERASED, maskLog, type RewritableLog, rewritable } from '../../machine/log/mask-log.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import type { Static } from '../../machine/schema/schema.ts'
import { randomText } from '../../machine/secrets/random-text.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import { createRests } from '../../machine/time/yield-by-time.ts'
import type { CallContext } from '../../operation.ts'
import type { Report } from '../../ports.ts'
import { CLIENTS, storageKey } from '../storage-keys.ts'
import type { erasedSchema } from './contract.ts'
import { type ErasedFrom, type ErasingPorts, eraseFrom } from './erase-from.ts'
import { experimentOf, withoutId } from './mask-client.ts'

/** Erasures that have begun, until they are done. They alone keep the id of the client. */
export const ERASURES = 'experiment-erasures'

/** An erasure that has begun: from one experiment, or from all. */
interface Erasure {
  readonly clientId: string
  readonly experimentId?: string
  readonly salt: string
  readonly origin: Origin
}

/** What was erased. */
export type Erased = Static<typeof erasedSchema>

interface Ports extends ErasingPorts {
  readonly instance: Pick<Instance, 'store' | 'note' | 'clock' | 'zone' | 'closing' | 'applied'>
  readonly report: Report
}

/**
 * Erases clients. An erasure is first written down, so that one which is interrupted is finished later: by `resume`, when a
 * process next uses experiments, or by the next erasure of any client.
 */
export function createErasures({ instance, report, ...ports }: Ports) {
  const { store, note, clock, zone, closing, applied } = instance
  const running = new Set<string>()

  async function erase(asked: Pick<Erasure, 'clientId' | 'experimentId'>, call: CallContext): Promise<Erased> {
    const { experimentId, clientId } = asked
    const log = rewritable(store)
    if (experimentId !== undefined && !(await store.get('experiments', experimentId)))
      throw notFound('experiment', experimentId)
    const key = randomText(ports.random, 24)
    const erasure: Erasure = {
      ...asked,
      salt: erasureSalt(ports.random),
      origin: originWithout(originOf(call), clientId),
    }
    running.add(key)
    await note([{ op: 'put', collection: ERASURES, key, value: erasure, expected: null }])
    const erased = await finish(key, erasure, log)
    await resume()
    return erased
  }

  /** Finishes the erasures that have begun and are not running in this process. */
  async function resume(): Promise<void> {
    for await (const { key, value } of store.scan(ERASURES)) {
      if (running.has(key) || closing.aborted) continue
      running.add(key)
      await finish(key, value as Erasure, rewritable(store))
    }
  }

  async function finish(key: string, erasure: Erasure, log: RewritableLog): Promise<Erased> {
    const { clientId, experimentId } = erasure
    const rest = createRests({ clock, signals: [closing] })
    const head = await store.head()
    const ids = new Map<string, number>()
    let events = 0
    try {
      const erasedId = await toErasedId(clientId, erasure.salt)
      for await (const id of experimentId === undefined ? experimentsOf(clientId) : [experimentId]) {
        const announcement = toAnnouncement(erasure, { erasedId, experimentId: id })
        const erased: ErasedFrom | undefined = await eraseFrom(
          { ...ports, store, note, applied },
          { experimentId: id, clientId },
          { announcement, rest },
        )
        if (!erased) continue
        ids.set(id, erased.eventId)
        events += erased.events
      }
      const logged = await maskLog(log, {
        texts: [clientId],
        rest,
        mask(event) {
          const id = experimentOf(event, clientId)
          if (id === undefined || (experimentId !== undefined && id !== experimentId)) return undefined
          // What is recorded after the erasure of its experiment is not erased.
          return event._id < (ids.get(id) ?? head + 1) ? withoutId(event, { experimentId: id, clientId }) : undefined
        },
      })
      // Sinks may have events that the log no longer has, so they receive each erasure.
      const isAnnounced = experimentId !== undefined && ids.has(experimentId)
      const last = isAnnounced ? [] : [toAnnouncement(erasure, { erasedId, experimentId })]
      const committed = await note([{ op: 'delete', collection: ERASURES, key }], last)
      if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
      return { experiments: ids.size, events, logged }
    } finally {
      running.delete(key)
    }
  }

  /** The experiments that have data of a client. Nothing is recorded of a client without a record of it. */
  async function* experimentsOf(clientId: string): AsyncGenerator<string> {
    for await (const { key: id } of store.scan('experiments'))
      if (await store.get(CLIENTS, storageKey(id, clientId))) yield id
  }

  const toAnnouncement = ({ origin }: Erasure, { erasedId, experimentId }: Announced): EventDraft => ({
    type: 'EXPERIMENT_CLIENT_ERASED',
    key: experimentId ?? '*',
    domain: 'Experiment',
    payload: { ...(experimentId !== undefined && { experimentId }), ...erasedId },
    timestamp: localTimestamp(clock(), zone),
    ...origin,
  })

  return {
    erase,
    /** Finishes in the background what was interrupted. */
    resumeLater(): void {
      resume().catch((error) => {
        if (!closing.aborted) report(error)
      })
    },
  }
}

/** Who was erased, and from which experiment; absent: from all. */
interface Announced {
  readonly erasedId: ErasedId
  readonly experimentId: string | undefined
}

/** The author and the reason of an erasure without the id that it erases. */
function originWithout({ authInfo, reason, ...origin }: Origin, clientId: string): Origin {
  const isAuthor = authInfo.id === clientId
  return {
    ...origin,
    authInfo: isAuthor ? { ...authInfo, id: ERASED, name: ERASED } : authInfo,
    ...(reason !== undefined && { reason: reason.replaceAll(clientId, ERASED) }),
  }
}
