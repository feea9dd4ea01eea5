import { Copy } from '../../../parts/json/Copy.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { counted } from '../../../words/words.ts'
import { sampleRequest } from '../../route/sample-request.ts'
import type { CompiledRoute } from '../../routes/compiled.ts'
import { methodsText, placeText } from '../../routes/route-words.ts'
import { curlOf } from './curl-of.ts'
import { useDraftRoutes } from './use-draft-routes.ts'

/** How many routes are listed; the screen of all routes has the others. */
const MOST = 50

/** What testers reach: the draft routes, each with a curl command. */
export function DraftRouteList({ id }: { readonly id: string }) {
  const { routes, error } = useDraftRoutes(id)
  if (error !== undefined) return <Failure error={error} />
  if (!routes) return <Late>Loading the draft routes…</Late>
  const all = `/gateway/routes?q=${encodeURIComponent(`api:${id} is:draft`)}`
  return (
    <section aria-label="Draft routes">
      <div class="bar">
        <h2>{counted(routes.length, 'draft route')}</h2>
        {routes.length > 0 && <Link to={all}>Show in all routes</Link>}
      </div>
      <ul class="draft-routes">
        {routes.slice(0, MOST).map((route) => (
          <li key={route.id}>
            <DraftRoute route={route} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DraftRoute({ route }: { readonly route: CompiledRoute }) {
  const { id, frontend, enabled } = route
  const sample = enabled ? sampleRequest(route) : undefined
  return (
    <>
      <b>{methodsText(frontend.methods)}</b>
      <div>
        <Link to={`/gateway/routes/${encodeURIComponent(id).replaceAll('%3A', ':')}`} class="key">
          {placeText(frontend.domains)}
        </Link>
        {!enabled && <span class="muted"> Disabled</span>}
      </div>
      {sample && <Copy text={curlOf(sample)} label={`Copy curl for ${id}`} bare />}
    </>
  )
}
