import { api } from './api.ts'
import { failureSentence } from './parts/failures.ts'
import { toast } from './toasts.ts'

/**
 * Enables or disables a feature at once. Two people who pull the lever at the same time do not undo each other: the
 * second call fails. Says what happened, with an undo; resolves with whether it worked.
 */
export async function pullLever(id: string, enabled: boolean): Promise<boolean> {
  try {
    await api.features.patch({
      id,
      body: [
        { op: 'test', path: '/enabled', value: !enabled },
        { op: 'replace', path: '/enabled', value: enabled },
      ],
    })
    toast(`${id} is ${enabled ? 'on' : 'off'}.`, {
      action: { label: 'Undo', run: () => void pullLever(id, !enabled) },
    })
    return true
  } catch (error) {
    toast(`${id} stays ${enabled ? 'off' : 'on'}: ${failureSentence(error)}`, { aspect: 'danger' })
    return false
  }
}
