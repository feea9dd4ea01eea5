import { api } from '../calls/api.ts'
import type { Because } from '../confirm/because.ts'
import { confirmed } from '../confirm/question.ts'
import { kinds } from '../kinds/kinds.ts'
import { authorOf } from '../log/author.ts'
import { toast } from '../notices/toasts.ts'
import { leverOutcome } from '../saving/lever-outcome.ts'
import { showPulled } from '../saving/pulled.ts'
import { operationsOf } from './operations.ts'
import { heldOf } from './records.ts'
import { onEvent } from './stream.ts'

/** The kinds whose records have `enabled`. */
export type LeverKind = 'features' | 'experiments' | 'apis'

/**
 * Enables or disables a record at once. Two people who pull the lever at the same time do not undo each other: the
 * second call fails. Says what happened, with an undo; resolves with whether it worked. Ids for which this box asks for a
 * confirmation are confirmed first.
 */
export async function pullLever(kind: LeverKind, id: string, enabled: boolean): Promise<boolean> {
  const asked = {
    title: `Switch ${id} ${enabled ? 'on' : 'off'}?`,
    action: enabled ? 'Switch on' : 'Switch off',
    changes: [{ pointer: '/enabled', was: !enabled, now: enabled }],
  }
  const because = await confirmed([id], asked)
  if (!because) return false
  const operations = operationsOf(kind)
  const take = heldOf(kind).expect(id)
  const release = pulled(kind, id, enabled)
  try {
    take(await operations.patch({ id, body: steps(enabled) }, because))
    if (kind === 'apis') await alignDraft({ id, enabled, because })
    toast(`${id} is ${enabled ? 'on' : 'off'}.`, {
      action: { label: 'Undo', run: () => void pullLever(kind, id, !enabled) },
    })
    return true
  } catch (error) {
    release()
    const { sentence, isDone } = await leverOutcome({
      id,
      enabled,
      error,
      isEnabled: async () => ((await operations.get({ id })) as { readonly enabled?: boolean }).enabled === true,
      lastAuthor: () => lastAuthor(kind, id),
    })
    toast(sentence, { aspect: isDone ? 'clear' : 'danger' })
    return isDone
  }
}

/** Pulls the lever in the draft of an API, too: publishing it must not pull it back. */
async function alignDraft({ id, enabled, because }: Pulled): Promise<void> {
  const draft = await api.apis.draft.get({ id })
  if (draft.enabled !== enabled) await api.apis.draft.patch({ id, body: { enabled } }, because)
}

interface Pulled {
  readonly id: string
  readonly enabled: boolean
  readonly because: Because
}

const steps = (enabled: boolean) => [
  { op: 'test' as const, path: '/enabled', value: !enabled },
  { op: 'replace' as const, path: '/enabled', value: enabled },
]

/** The event of a change follows its answer within this time. */
const EVENT_MS = 5000

/** Shows the lever at its new position until an event of the record arrives. Returns a function that ends it earlier. */
function pulled(kind: LeverKind, id: string, enabled: boolean): () => void {
  const release = showPulled(kind, id, enabled)
  const end = () => {
    stop()
    clearTimeout(timer)
    release()
  }
  const stop = onEvent(({ domain, key }) => domain === kinds[kind].domain && key === id && end())
  const timer = setTimeout(end, EVENT_MS)
  return end
}

async function lastAuthor(kind: LeverKind, id: string): Promise<string> {
  const { results } = await api.events.history({ domains: kinds[kind].domain, key: id, limit: 1 })
  const { authInfo } = results[0] ?? {}
  return authInfo ? authorOf(authInfo).name : 'Someone'
}
