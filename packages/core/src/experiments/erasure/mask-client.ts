import { isObject } from '../../machine/json/json.ts'
import type { ChangeEvent } from '../../machine/log/event.ts'
import { ERASED } from '../../machine/log/mask-log.ts'
import { parseBindingKey } from '../recording/binding-key.ts'

/** The types of events that name a client. */
const TYPES: ReadonlySet<string> = new Set(['VARIANT_BINDING_CREATED', 'EXPERIMENT_VARIANT_EVENT_CREATED'])

/** The experiment whose client an event is about; `undefined` for all other events. */
export function experimentOf({ type, payload }: ChangeEvent, clientId: string): string | undefined {
  if (!TYPES.has(type) || !isObject(payload)) return undefined
  const { experimentId, clientId: named, variantBindingKey: key } = payload
  if (typeof experimentId === 'string' && named !== undefined) return named === clientId ? experimentId : undefined
  if (typeof key !== 'string') return undefined
  return [...parseBindingKey(key)].find((reading) => reading.clientId === clientId)?.experimentId
}

/** An event about a client with a mark in place of the client: in its key, its payload and its author. */
export function withoutId(event: ChangeEvent, { experimentId, clientId }: { experimentId: string; clientId: string }) {
  const { _id, payload, authInfo } = event
  const own = payload as Readonly<Record<string, unknown>>
  const isBinding = 'variantBindingKey' in own
  const key = isBinding ? `${experimentId}:${ERASED}` : `${experimentId}:${ERASED}:${_id}`
  return {
    ...event,
    key,
    payload: { ...own, ...(isBinding ? { variantBindingKey: key } : { id: key }), experimentId, clientId: ERASED },
    ...(authInfo?.id === clientId && { authInfo: { ...authInfo, id: ERASED, name: ERASED } }),
  }
}
