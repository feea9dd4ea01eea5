import { api } from './api.ts'
import { confirmed } from './confirm/question.ts'
import { heldOf } from './records.ts'
import { leverOutcome } from './saving/lever-outcome.ts'
import { showPulled } from './saving/pulled.ts'
import { onEvent } from './stream.ts'
import { toast } from './toasts.ts'

/**
 * Enables or disables a feature at once. Two people who pull the lever at the same time do not undo each other: the
 * second call fails. Says what happened, with an undo; resolves with whether it worked. Ids for which this box asks for a
 * confirmation are confirmed first.
 */
export async function pullLever(id: string, enabled: boolean): Promise<boolean> {
  const asked = {
    title: `Switch ${id} ${enabled ? 'on' : 'off'}?`,
    action: enabled ? 'Switch on' : 'Switch off',
    changes: [{ pointer: '/enabled', was: !enabled, now: enabled }],
  }
  if (!(await confirmed([id], asked))) return false
  const take = heldOf('features').expect(id)
  const release = pulled(id, enabled)
  try {
    take(await api.features.patch({ id, body: steps(enabled) }))
    toast(`${id} is ${enabled ? 'on' : 'off'}.`, {
      action: { label: 'Undo', run: () => void pullLever(id, !enabled) },
    })
    return true
  } catch (error) {
    release()
    const { sentence, isDone } = await leverOutcome({
      id,
      enabled,
      error,
      isEnabled: async () => (await api.features.get({ id })).enabled,
      lastAuthor: () => lastAuthor(id),
    })
    toast(sentence, { aspect: isDone ? 'clear' : 'danger' })
    return isDone
  }
}

const steps = (enabled: boolean) => [
  { op: 'test' as const, path: '/enabled', value: !enabled },
  { op: 'replace' as const, path: '/enabled', value: enabled },
]

/** The event of a change follows its answer within this time. */
const EVENT_MS = 5000

/** Shows the lever at its new position until an event of the feature arrives. Returns a function that ends it earlier. */
function pulled(id: string, enabled: boolean): () => void {
  const release = showPulled(id, enabled)
  const end = () => {
    stop()
    clearTimeout(timer)
    release()
  }
  const stop = onEvent(({ domain, key }) => domain === 'Feature' && key === id && end())
  const timer = setTimeout(end, EVENT_MS)
  return end
}

async function lastAuthor(id: string): Promise<string> {
  const { results } = await api.events.history({ domains: 'Feature', key: id, limit: 1 })
  return results[0]?.authInfo?.name ?? 'Someone'
}
