import { useSignal } from '@preact/signals'
import { webhookFilter } from '@signalbox/core/grants'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { Stamp } from '../../parts/history/Stamp.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { count } from '../../words/words.ts'
import { setBanned } from './actions.ts'
import { deliveries, readDeliveries, watchDeliveries } from './deliveries.ts'
import { HealthWords } from './HealthWords.tsx'
import { healthOf } from './health.ts'
import { scopeWords } from './scope-sentence.ts'

type Outcome = Awaited<ReturnType<typeof api.webhooks.test>>

interface StatusProps {
  /** The webhook as saved. */
  readonly hook: RecordOf<'webhooks'>
  readonly mayEdit: boolean
}

/** What a webhook receives, how its deliveries go, and the buttons that test it or let it deliver again. */
export function Status({ hook, mayEdit }: StatusProps) {
  const { clientId: id, isBanned = false } = hook
  const current = useRef(hook)
  current.current = hook
  useEffect(() => {
    if (deliveries.peek().has(id)) void readDeliveries(id)
    return watchDeliveries(
      () => [id],
      (event) => webhookFilter(current.current)(event),
    )
  }, [id])
  const { text, isEverything } = scopeWords(hook)
  const health = healthOf(isBanned, deliveries.value.get(id)?.results)
  return (
    <section class="hook-status" aria-label="Status">
      <div class="facts">
        <p>Receives {isEverything ? <Aspect is="caution">{text}</Aspect> : text}</p>
        <p role="status">
          <HealthWords health={health} />
          {'last' in health && health.last !== undefined && health.state !== 'delivers' && (
            <span class="muted">
              {' '}
              Last success <Stamp timestamp={health.last} age />.
            </span>
          )}
        </p>
      </div>
      {mayEdit && (
        <>
          {isBanned && (
            <button type="button" class="primary" onClick={() => void setBanned(id, false)}>
              Let it deliver again
            </button>
          )}
          <Test id={id} />
        </>
      )}
    </section>
  )
}

function Test({ id }: { readonly id: string }) {
  const busy = useSignal(false)
  const outcome = useSignal<Outcome | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const run = async () => {
    if (busy.peek()) return
    busy.value = true
    outcome.value = undefined
    failure.value = undefined
    try {
      outcome.value = await api.webhooks.test({ id })
    } catch (cause) {
      failure.value = cause
    } finally {
      busy.value = false
    }
  }
  const shown = outcome.value
  return (
    <>
      <button type="button" aria-busy={busy.value} title="Posts an empty, signed batch" onClick={run}>
        Test
      </button>
      <div class="hook-tested" role="status">
        {shown &&
          (shown.error === undefined ? (
            <p>
              <Aspect is="clear">The test succeeded</Aspect> with status {shown.status} after{' '}
              {count(Math.round(shown.ms))} ms.
            </p>
          ) : (
            <p dir="auto">
              <Aspect is="danger">The test failed</Aspect> after {count(Math.round(shown.ms))} ms: {shown.error}
            </p>
          ))}
      </div>
      {failure.value !== undefined && <Failure error={failure.value} />}
    </>
  )
}
