import { Copy } from '../../parts/json/Copy.tsx'
import { Json } from '../../parts/json/Json.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { navigate } from '../../place/place.ts'
import { asSentence } from '../../words/words.ts'
import { RouteAddresses } from '../address/RouteAddresses.tsx'
import { takeRequest } from '../explain/explaining-here.ts'
import { FailingRouteAlarm } from '../health/FailingAlarm.tsx'
import { Marks, RouteMarks } from '../health/Marks.tsx'
import '../record/record.css'
import { allRoutes } from '../routes/all-routes.ts'
import type { CompiledRoute } from '../routes/compiled.ts'
import { pathTo } from '../routes/route-search.ts'
import { marksOf } from '../routes/route-words.ts'
import { BackendPart } from './BackendPart.tsx'
import { LifePart } from './LifePart.tsx'
import { MatchPart } from './MatchPart.tsx'
import { PluginsPart } from './PluginsPart.tsx'
import { sampleRequest } from './sample-request.ts'
import { useRoute } from './use-route.ts'
import { WarningsPart } from './WarningsPart.tsx'
import './route.css'

/** A compiled route: which requests it takes, what it does with them, and where they go. */
export function Route({ id }: { readonly id: string }) {
  const { route, row, error, isMissing, retry } = useRoute(id)
  const sample = route && sampleRequest(route)
  const about = row && allRoutes().apis.value.get(row.api)
  return (
    <section class="detail record route-detail" aria-labelledby="record">
      <div class="bar record-head">
        <h1 id="record" class="key">
          <bdi>{row?.id ?? id}</bdi>
        </h1>
        <Copy text={row?.id ?? id} label="Copy id" bare />
      </div>
      {error !== undefined && <Failure error={error} retry={retry} />}
      {isMissing && (
        <p>
          This route no longer exists. <Link to="/gateway/routes">Show all routes</Link>
        </p>
      )}
      {!route && !isMissing && error === undefined && <Late>Loading the route…</Late>}
      {route && row && (
        <>
          <p class="route-state">
            {route.draft ? <Marks marks={marksOf(row)} /> : <RouteMarks id={row.id} marks={marksOf(row)} />}
            {row.name !== row.id && <span dir="auto">{row.name}</span>}
            <Link to={`/gateway/apis/${encodeURIComponent(row.api)}?part=routes`}>API {row.api}</Link>
            {sample && (
              <button
                type="button"
                onClick={() => {
                  takeRequest({ request: sample, notes: [] })
                  navigate(pathTo('explain'))
                }}
              >
                Explain a request
              </button>
            )}
          </p>
          {!route.draft && <FailingRouteAlarm id={row.id} api={row.api} />}
          {route.refusal && (
            <div class="failure">
              <strong>Every request is refused.</strong>
              <p dir="auto">{asSentence(route.refusal.message)}</p>
            </div>
          )}
          <WarningsPart own={row.warnings} about={about?.warnings ?? []} api={row.api} isDraft={row.isDraft} />
          {!route.draft && <RouteAddresses at={route.frontend.domains} methods={route.frontend.methods} />}
          <MatchPart route={route} />
          <PluginsPart plugins={route.plugins} api={row.api} />
          <BackendPart backend={route.backend} api={row.api} />
          <LifePart route={route} />
          <details class="more-settings">
            <summary>The compiled route as JSON</summary>
            <Json label="The compiled route" value={withoutTestingValue(route)} />
          </details>
        </>
      )}
    </section>
  )
}

/** Testers are let in by the value of a header, which is shown where it is set only. */
function withoutTestingValue(route: CompiledRoute): CompiledRoute {
  const { testing, frontend } = route
  if (!testing) return route
  const value = '********'
  const headers = { ...frontend.headers, [testing.header]: value }
  return { ...route, testing: { ...testing, value }, frontend: { ...frontend, headers } }
}
