import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { HourChart } from '../../health/HourChart.tsx'
import type { RecordTab } from '../../record/RecordScreen.tsx'
import { Rates } from '../../traffic/now/Rates.tsx'
import { useTraffic } from '../../traffic/now/use-traffic.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** The part of an API that shows its rates, errors and durations at the moment. */
export const trafficTab: RecordTab<GatewayApi> = {
  id: 'traffic',
  label: 'Traffic',
  show: ({ id }) => <ApiTraffic key={id} id={id} />,
}

function ApiTraffic({ id }: { readonly id: string }) {
  const { history, error, retry } = useTraffic(id)
  const to = (tab: string) => `/gateway/traffic?${new URLSearchParams({ tab, api: id })}`
  return (
    <div class="now">
      {error !== undefined && <Failure error={error} retry={retry} />}
      {!history.last && error === undefined && <Late>Loading the rates…</Late>}
      {history.last?.results.length === 0 && (
        <p class="muted">
          No data plane runs in this process, so its requests can’t be shown here. Usage is reported by all{' '}
          <Link to="/gateway/traffic?tab=planes">data planes</Link>.
        </p>
      )}
      {history.last && history.last.results.length > 0 && (
        <>
          <HourChart of={id} />
          <Rates history={history} inFlight={false} />
        </>
      )}
      <ul class="traffic-links">
        <li>
          <Link to={to('now')}>By route</Link>
        </li>
        <li>
          <Link to={to('used')}>Usage</Link>
        </li>
        <li>
          <Link to={to('tail')}>Live requests</Link>
        </li>
      </ul>
    </div>
  )
}
