import { RouteAddresses } from '../../address/RouteAddresses.tsx'
import { FailingRouteAlarm } from '../../health/FailingAlarm.tsx'
import { withMembers } from '../../record/members.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import { Items } from '../Items.tsx'
import { foundItems } from '../item-list.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintHere } from '../lint/lint.ts'
import { Releases } from '../releases/Releases.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { isServed } from '../served/served.ts'
import { addressesOf } from './journey.ts'
import { newRoute, textsOfRoute } from './new-route.ts'
import { RouteFacts } from './RouteFacts.tsx'
import { RouteForm } from './RouteForm.tsx'
import { RouteRow } from './RouteRow.tsx'
import { RouteSentence } from './RouteSentence.tsx'

/** The part of an API with its routes. `route=<id>` in the address opens one. */
export const routesTab: RecordTab<GatewayApi> = {
  id: 'routes',
  label: 'Routes',
  count: ({ draft }) => draft.value.routes?.length,
  show: (shown) => <Routes {...shown} />,
}

function Routes({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const { routes = [] } = api
  const lint = lintHere(id)
  const lintOf = (at: number) =>
    lint.filter(({ pointer }) => pointer === `/routes/${at}` || pointer.startsWith(`/routes/${at}/`))
  return (
    <Items
      items={routes}
      pointer="/routes"
      noun="route"
      what="A route says which requests the API takes, and to which backend they go."
      hint="The most specific path wins. The order decides only between equal ones."
      problems={problems}
      mayEdit={mayEdit}
      isOrdered
      found={(words) => foundItems(routes, words, textsOfRoute)}
      blank={() => newRoute(routes, api.backends)}
      row={(route, at) => <RouteRow api={id} route={route} lint={lintOf(at)} />}
      onChange={(next, step) => edit(withMembers(api, { routes: next }), step)}
    >
      {(route, at, change) => (
        <>
          <FailingRouteAlarm id={`${id}:${route.id}`} api={id} />
          <RouteSentence api={api} route={route} />
          {isServed(api) && api.enabled !== false && route.enabled !== false && (
            <RouteAddresses at={addressesOf(api, route)} methods={route.frontend?.methods} />
          )}
          <LintLines problems={lintOf(at)} />
          {mayEdit ? (
            <RouteForm id={id} api={api} route={route} at={at} problems={problems} onChange={change} />
          ) : (
            <RouteFacts id={id} api={api} route={route} />
          )}
          <Releases api={api} route={route} mayEdit={mayEdit} edit={edit} />
        </>
      )}
    </Items>
  )
}
