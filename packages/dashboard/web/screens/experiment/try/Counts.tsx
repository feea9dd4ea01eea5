import { useState } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { failureSentence } from '../../../calls/failures.ts'
import { asked } from '../../../confirm/question.ts'
import { toast } from '../../../notices/toasts.ts'
import './counts.css'

interface CountsProps {
  readonly id: string
  readonly clientId: string
  readonly context: Readonly<Record<string, unknown>>
  /** Called after something was recorded. */
  onDone(): void
}

/** What can be recorded for a client, in the order in which it happens. */
const actions = [
  { name: 'bindVariant', label: 'Bind it', does: 'gets a variant', done: 'has variant' },
  { name: 'displayed', label: 'It saw its variant', does: 'saw its variant', done: 'saw variant' },
  { name: 'won', label: 'It converted', does: 'converted', done: 'converted with variant' },
] as const

/** Records what a client did, for real: each call asks first, because the results count it. */
export function Counts({ id, clientId, context, onDone }: CountsProps) {
  const [busy, setBusy] = useState(false)
  const run = async ({ name, does, done }: (typeof actions)[number]) => {
    const isConfirmed = await asked({
      title: `Record that ${clientId} ${does}?`,
      action: 'Record it',
      danger: true,
      means: ['The results count it, as if your program had sent it. You can’t undo this.'],
    })
    if (!isConfirmed) return
    setBusy(true)
    try {
      const answer = await api.experiments[name]({ id, clientId, body: context })
      toast(`${clientId} ${done} ${'variantId' in answer ? answer.variantId : answer.id}.`)
      onDone()
    } catch (error) {
      toast(failureSentence(error), { aspect: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <details class="more-settings counts">
      <summary>Record something for this client</summary>
      <p>
        <b>This counts.</b> What you record here changes the results.
      </p>
      <div class="bar">
        {actions.map((action) => (
          <button key={action.name} type="button" disabled={busy} onClick={() => void run(action)}>
            {action.label}…
          </button>
        ))}
      </div>
    </details>
  )
}
