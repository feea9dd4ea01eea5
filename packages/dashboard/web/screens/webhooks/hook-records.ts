import { signal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { connected, onEvent, onGap } from '../../records/stream.ts'

type Hook = RecordOf<'webhooks'>

/** The most webhooks whose scope is read. Boxes have few. */
const MOST = 1000

/** The webhooks by id. */
export const hooks = signal<ReadonlyMap<string, Hook>>(new Map())

/** Reads the webhooks, and follows their changes. Returns a function that stops it. */
export function followHooks(): () => void {
  const load = async () => {
    await connected
    const { results } = await api.webhooks.list({ page: 1, pageSize: MOST })
    hooks.value = new Map(results.map((hook) => [hook.clientId, hook]))
  }
  const read = () => void load().catch(() => {}) // the list says why it cannot be read
  read()
  const stops = [
    onGap(read),
    onEvent(({ domain, type, key, payload }) => {
      if (domain !== 'Webhook') return
      if (type.endsWith('S_DELETED')) return read()
      const next = new Map(hooks.peek())
      if (type.endsWith('_DELETED')) next.delete(key)
      else next.set((payload as Hook).clientId, payload as Hook)
      hooks.value = next
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
