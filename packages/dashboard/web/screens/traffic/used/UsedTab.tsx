import { serviceNow } from '../../../calls/clock.ts'
import { may } from '../../../calls/session.ts'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { Empty } from '../../../parts/outcomes/Empty.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { mount } from '../../../place/mount.ts'
import { navigate, place } from '../../../place/place.ts'
import { zone } from '../../../preferences/preferences.ts'
import { clockTime, count } from '../../../words/words.ts'
import { ApiField, PlanField, RouteField, SubscriptionField } from '../filters/fields.tsx'
import { totalOf } from './periods.ts'
import { UsedBars } from './UsedBars.tsx'
import { UsedTable } from './UsedTable.tsx'
import { MOST_ROWS, useUsage } from './use-usage.ts'
import { type Range, ranges, type UsedFilter, usedFilterOf, usedPath, usedQueryOf } from './used-filter.ts'
import './used.css'

/** What consumers have used, by hour or day, as data planes have reported it. */
export function UsedTab() {
  const filter = usedFilterOf(place.value.query)
  const { periods, by, at, isCut, error, isBusy, read } = useUsage(filter)
  const set = (part: Partial<UsedFilter>) => navigate(usedPath({ ...filter, ...part }), { replace: true })
  return (
    <div class="used">
      <p class="muted">Usage as reported by all data planes, including those in other processes.</p>
      <search class="filters">
        <ApiField value={filter.api} onChange={(api) => api !== filter.api && set({ api, route: '', plan: '' })} />
        {filter.api !== '' && (
          <>
            <RouteField of={filter.api} value={filter.route} onChange={(route) => set({ route })} />
            <PlanField of={filter.api} value={filter.plan} onChange={(plan) => set({ plan })} />
          </>
        )}
        {may('R', 'Subscription') && (
          <SubscriptionField value={filter.subscription} onChange={(subscription) => set({ subscription })} />
        )}
        <SelectField
          label="Range"
          stacked
          value={filter.range}
          choices={ranges}
          onChange={(range: Range) => set({ range })}
        />
      </search>
      <div class="bar">
        <button type="button" aria-busy={isBusy} onClick={read}>
          <Icon name="refresh-cw" />
          Refresh
        </button>
        <button type="button" onClick={() => save(filter)}>
          <Icon name="download" />
          Download as nd-json
        </button>
        {at !== undefined && <span class="muted">Read at {clockTime(at, zone.value)}</span>}
      </div>
      {error !== undefined && <Failure error={error} retry={read} />}
      {!periods && error === undefined && <Late>Loading the usage…</Late>}
      {periods?.length === 0 && (
        <Empty title="No usage">
          <p>No requests with these filters in this time.</p>
        </Empty>
      )}
      {periods && periods.length > 0 && (
        <>
          <UsedBars periods={periods} by={by} />
          <UsedTable periods={periods} by={by} total={totalOf(periods)} />
          <p class="muted">
            The mean time of backends counts every request, including requests that the gateway refused.
          </p>
        </>
      )}
      {isCut && (
        <p class="muted">Only the first {count(MOST_ROWS)} rows were read. Narrow the filters, or download them all.</p>
      )}
    </div>
  )
}

/** Saves the rows of a filter: one a line, by consumer, route and class of status. */
function save(filter: UsedFilter): void {
  const link = document.createElement('a')
  link.href = `${mount.apiUrl}/api/gateway/usage.ndjson?${new URLSearchParams(usedQueryOf(filter, serviceNow()))}`
  link.download = 'gateway_usage.ndjson'
  link.click()
}
