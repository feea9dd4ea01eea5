import { useSignal } from '@preact/signals'
import { TextField } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { navigate, place } from '../../../place/place.ts'
import { HourChart } from '../../health/HourChart.tsx'
import { ApiField } from '../filters/fields.tsx'
import type { Planes } from '../planes/use-planes.ts'
import { Scope } from '../Scope.tsx'
import { lately } from './history.ts'
import { Rates } from './Rates.tsx'
import { type Column, trafficRows } from './rows.ts'
import { TrafficTable } from './TrafficTable.tsx'
import { useTraffic } from './use-traffic.ts'

/** What the gateway does at the moment: rates, errors and durations by API and route. */
export function NowTab({ planes }: { readonly planes: Planes }) {
  const api = place.value.query.get('api') ?? ''
  const { history, error, retry } = useTraffic(api)
  const search = useSignal('')
  const column = useSignal<Column>('requests')
  const closed = useSignal<ReadonlySet<string>>(new Set())
  const { last } = history
  const recent = lately(history)
  const filterBy = (id: string) =>
    navigate(`/gateway/traffic?${new URLSearchParams(id === '' ? {} : { api: id })}`, { replace: true })
  const toggle = (id: string) => {
    const next = new Set(closed.peek())
    if (!next.delete(id)) next.add(id)
    closed.value = next
  }
  return (
    <div class="now">
      <Scope planes={planes} />
      <search class="filters">
        <ApiField value={api} onChange={(id) => id !== api && filterBy(id)} />
        <TextField
          label="Search"
          stacked
          type="search"
          placeholder="Ids of APIs and routes"
          value={search.value}
          onInput={(text) => (search.value = text)}
        />
      </search>
      {error !== undefined && <Failure error={error} retry={retry} />}
      {!last && error === undefined && <Late>Loading the rates…</Late>}
      {last && last.results.length > 0 && (
        <>
          <HourChart of={api} />
          <Rates history={history} inFlight={api === ''} />
          <TrafficTable
            rows={trafficRows(last, recent, { search: search.value, column: column.value, closed: closed.value })}
            seconds={recent?.seconds ?? 0}
            bounds={last.results[0]!.bounds}
            column={column.value}
            closed={closed.value}
            sort={(next) => (column.value = next)}
            toggle={toggle}
          />
          <p class="muted">
            Rates cover the last minute, or the time since this page was opened. Durations are counted by API, in
            buckets: half, 95% and 99% of the requests took at most the time that p50, p95 and p99 show. APIs and routes
            appear with their first request since the data plane started.
          </p>
        </>
      )}
    </div>
  )
}
