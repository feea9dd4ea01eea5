import type { Feature } from '@signalbox/core/contract'
import { api } from './api.ts'
import { confirmed } from './confirm/question.ts'
import { failureSentence } from './parts/failures.ts'
import { heldOf } from './records.ts'
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
  try {
    take(await api.features.patch({ id, body: steps(enabled) }))
    toast(`${id} is ${enabled ? 'on' : 'off'}.`, {
      action: { label: 'Undo', run: () => void pullLever(id, !enabled) },
    })
    return true
  } catch (error) {
    const { sentence, isDone } = await whatHappened(id, enabled, error)
    toast(sentence, { aspect: isDone ? 'clear' : 'danger' })
    return isDone
  }
}

const steps = (enabled: boolean) => [
  { op: 'test' as const, path: '/enabled', value: !enabled },
  { op: 'replace' as const, path: '/enabled', value: enabled },
]

/** After a failure: whether the lever is where it was pulled to all the same, and who pulled it. */
async function whatHappened(id: string, enabled: boolean, error: unknown) {
  const word = enabled ? 'on' : 'off'
  const code = (error as { code?: unknown }).code
  try {
    if (code !== 'CONFLICT' && code !== 'UNAVAILABLE') throw error
    const current: Feature = await api.features.get({ id })
    if (current.enabled !== enabled) throw error
    const by = code === 'CONFLICT' ? await lastAuthor(id) : undefined
    return { sentence: by === undefined ? `${id} is ${word}.` : `${by} has just switched ${id} ${word}.`, isDone: true }
  } catch {
    return { sentence: `${id} stays ${enabled ? 'off' : 'on'}: ${failureSentence(error)}`, isDone: false }
  }
}

async function lastAuthor(id: string): Promise<string> {
  const { results } = await api.events.history({ domains: 'Feature', key: id, limit: 1 })
  return results[0]?.authInfo?.name ?? 'Someone'
}
