import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { box } from '../../calls/box.ts'
import { serviceNow } from '../../calls/clock.ts'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { count } from '../../words/words.ts'
import { Quotas } from './Quotas.tsx'
import { bytesWords, monthsOf, type Usage } from './usage-words.ts'

/** What a subscription has used in a month, by day, and what is left of its quotas. */
export function UsageTab({ id }: { readonly id: string }) {
  const usage = useSignal<Usage | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const month = useSignal('This month')
  const months = monthsOf(today(box.value?.timeZone))
  const read = async (signal?: AbortSignal) => {
    const { from, to } = months.find(({ label }) => label === month.peek())!
    try {
      error.value = undefined
      usage.value = await api.subscriptions.usage({ id, from, to }, { ...(signal && { signal }) })
    } catch (cause) {
      if (!signal?.aborted) error.value = cause
    }
  }
  useEffect(() => {
    const stop = new AbortController()
    void read(stop.signal)
    return () => stop.abort()
  }, [id, month.value, box.value?.timeZone])
  return (
    <div class="usage">
      {usage.value && <Quotas quotas={usage.value.quotas} />}
      <div class="bar">
        <h2>Requests by day</h2>
        <Segmented
          label="Month"
          choices={months.map(({ label }) => ({ value: label, label }))}
          value={month.value}
          onChange={(next) => {
            month.value = next
          }}
        />
        <button type="button" onClick={() => void read()}>
          Refresh
        </button>
      </div>
      {error.value !== undefined && <Failure error={error.value} retry={() => void read()} />}
      {usage.value ? <Days usage={usage.value} /> : error.value === undefined && <Late>Loading the usage…</Late>}
    </div>
  )
}

/** The day that it is in a zone: `2026-11-23`. */
const today = (zone = 'UTC'): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(serviceNow())

function Days({ usage: { results, totals } }: { readonly usage: Usage }) {
  if (results.length === 0)
    return <p class="muted">No requests in this month. Gateways report usage every few seconds.</p>
  const most = Math.max(...results.map(({ requests }) => requests))
  return (
    <table class="usage-days">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Requests</th>
          <th scope="col">Refused by limits</th>
          <th scope="col">Received</th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        {results.map((row) => (
          <tr key={row.time}>
            <th scope="row">{row.time.slice(0, 10)}</th>
            <td>
              <span class="bar-of" style={{ inlineSize: `${(row.requests / most) * 48}px` }} /> {count(row.requests)}
            </td>
            <td>{count(row.limited)}</td>
            <td>{bytesWords(row.bytesIn)}</td>
            <td>{bytesWords(row.bytesOut)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{count(totals.requests)}</td>
          <td>{count(totals.limited)}</td>
          <td>{bytesWords(totals.bytesIn)}</td>
          <td>{bytesWords(totals.bytesOut)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
