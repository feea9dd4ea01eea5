import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../../keep-focus.ts'
import { Icon } from '../../../parts/Icon.tsx'
import type { MenuItem } from '../../../parts/Menu.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { counted } from '../../../words.ts'
import { withMembers } from '../../record/members.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../gateway-api.ts'
import { LintLines } from '../LintLines.tsx'
import { lintHere } from '../lint.ts'
import { Releases } from '../releases/Releases.tsx'
import type { Route } from './journey.ts'
import { RouteFacts } from './RouteFacts.tsx'
import { RouteForm } from './RouteForm.tsx'
import { RouteRows } from './RouteRows.tsx'
import { RouteSentence } from './RouteSentence.tsx'
import type { OpenRoute } from './route-list.ts'
import { foundRoutes, freshId, moved, newRoute, placeOf, withItem, withItemAfter } from './route-list.ts'
import './routes.css'

/** With so few routes, nobody searches. */
const FEW = 8

/** The part of an API with its routes. */
export const routesTab: RecordTab<GatewayApi> = {
  id: 'routes',
  label: 'Routes',
  show: (shown) => <Routes {...shown} />,
}

function Routes({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const routes = api.routes ?? []
  const open = useSignal<OpenRoute | undefined>(undefined)
  const words = useSignal('')
  const form = useRef<HTMLElement>(null)
  const at = placeOf(routes, open.value)
  const route = at === undefined ? undefined : routes[at]
  const problemPlaces = new Set(Object.keys(problems).flatMap((one) => /^\/routes\/(\d+)/.exec(one)?.[1] ?? []))
  const shown = foundRoutes(routes, words.value)
  const lint = lintHere(id)
  const lintOf = (place: number) =>
    lint.filter(({ pointer }) => pointer === `/routes/${place}` || pointer.startsWith(`/routes/${place}/`))

  const setRoutes = (next: readonly Route[], step?: string) => edit(withMembers(api, { routes: next }), step)
  const show = (next: readonly Route[], place: number) => {
    open.value = next[place] && { id: next[place].id, at: place }
  }
  const put = (next: readonly Route[], place: number) => {
    setRoutes(next)
    show(next, place)
    words.value = ''
    keepFocus(() => form.current?.querySelector<HTMLElement>('h2'))
  }
  const change = (place: number, next: Route, step?: string) => {
    setRoutes(withItem(routes, place, next), step)
    open.value = { id: next.id, at: place }
  }
  const items = (place: number, one: Route): readonly MenuItem[] => [
    {
      label: 'Duplicate',
      icon: 'copy',
      run: () => put(withItemAfter(routes, place, { ...one, id: freshId(routes, one.id) }), place + 1),
    },
    {
      label: 'Move up',
      icon: 'arrow-up',
      why: place === 0 ? 'It is the first route.' : undefined,
      run: () => put(moved(routes, place, -1), place - 1),
    },
    {
      label: 'Move down',
      icon: 'arrow-down',
      why: place === routes.length - 1 ? 'It is the last route.' : undefined,
      run: () => put(moved(routes, place, 1), place + 1),
    },
    {
      label: 'Remove',
      icon: 'trash-2',
      danger: true,
      run: () => {
        setRoutes(withItem(routes, place, undefined))
        keepFocus()
      },
    },
  ]
  return (
    <div class="api-routes" data-open={route !== undefined}>
      <div class="api-routes-list">
        <div class="bar">
          <span class="muted">{routes.length === 0 ? 'No routes yet' : counted(routes.length, 'route')}</span>
          {routes.length > FEW && (
            <input
              type="search"
              aria-label="Search the routes"
              placeholder="Search"
              spellcheck={false}
              value={words.value}
              onInput={({ currentTarget }) => {
                words.value = currentTarget.value
              }}
            />
          )}
          {mayEdit && (
            <button
              type="button"
              class="add-route"
              onClick={() => put([...routes, newRoute(routes, api.backends)], routes.length)}
            >
              <Icon name="plus" /> Add a route
            </button>
          )}
        </div>
        {routes.length === 0 && (
          <p class="muted">A route says which requests the API takes, and to which backend they go.</p>
        )}
        {shown.length > 0 && (
          <RouteRows routes={routes} shown={shown} open={at} lintOf={lintOf} onOpen={(place) => show(routes, place)} />
        )}
        {shown.length === 0 && routes.length > 0 && (
          <p class="muted" role="status">
            No route matches <bdi>{words.value}</bdi>.
          </p>
        )}
        {problemPlaces.size > 0 && (
          <p class="problem-line">
            The service rejects {counted(problemPlaces.size, 'route')}:{' '}
            {[...problemPlaces].map((place) => (
              <button key={place} type="button" class="quiet key" onClick={() => show(routes, Number(place))}>
                {routes[Number(place)]?.id}
              </button>
            ))}
          </p>
        )}
        {routes.length > 1 && (
          <p class="hint muted">The more specific path takes a request. The order decides only between equal ones.</p>
        )}
      </div>
      {route && at !== undefined && (
        <section ref={form} class="api-route" aria-label={`Route ${route.id}`}>
          <div class="bar">
            <h2 tabIndex={-1}>
              <bdi>{route.name || route.id}</bdi>
            </h2>
            {mayEdit && (
              <Menu label="More for this route" class="icon-only" items={items(at, route)}>
                <Icon name="ellipsis" />
              </Menu>
            )}
            <button
              type="button"
              class="quiet icon-only"
              aria-label="Close the route"
              onClick={() => {
                open.value = undefined
                keepFocus()
              }}
            >
              <Icon name="x" />
            </button>
          </div>
          <RouteSentence api={api} route={route} />
          <LintLines problems={lintOf(at)} />
          {mayEdit ? (
            <RouteForm
              id={id}
              api={api}
              route={route}
              at={at}
              problems={problems}
              onChange={(next, step) => change(at, next, step)}
            />
          ) : (
            <RouteFacts id={id} api={api} route={route} />
          )}
          <Releases api={api} route={route} mayEdit={mayEdit} edit={edit} />
        </section>
      )}
    </div>
  )
}
