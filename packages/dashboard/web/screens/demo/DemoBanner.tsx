import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import { confirmed } from '../../confirm/question.ts'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { count } from '../../words/words.ts'
import { type DemoRecord, linesOf } from './demo-records.ts'
import { findDemo, removeDemo } from './remove-demo.ts'
import './demo.css'

/** Says that this server shows a demo, and removes it. Renders nothing on other servers. */
export function DemoBanner({ onRemoved }: { readonly onRemoved: () => Promise<void> }) {
  const records = useSignal<readonly DemoRecord[] | undefined>(undefined)
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  useEffect(() => {
    findDemo().then(
      (found) => (records.value = found),
      () => {}, // the overview tells that the server cannot be reached
    )
  }, [])
  const found = records.value
  if (!found) return null
  const remove = async () => {
    error.value = undefined
    const because = await confirmed(
      found.map(({ id }) => id),
      {
        ...{ title: 'Remove the demo?', action: 'Remove', danger: true, always: true },
        means: [
          `This deletes the ${count(found.length)} records of the demo, and the results of its experiments.`,
          'Your own records stay.',
        ],
        listed: { title: `Show the ${count(found.length)} records`, lines: linesOf(found) },
      },
    )
    if (!because) return
    busy.value = true
    try {
      await removeDemo(found, because)
      await onRemoved()
      records.value = undefined
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
    }
  }
  return (
    <section class="demo" aria-label="Demo">
      <div class="bar">
        <p>
          This server shows a demo shop. Its API answers while the server runs with <code>--demo</code>.
        </p>
        {may('D', 'Config') && (
          <button type="button" aria-busy={busy.value} onClick={remove}>
            Remove the demo
          </button>
        )}
      </div>
      {error.value !== undefined && <Failure error={error.value} />}
    </section>
  )
}
