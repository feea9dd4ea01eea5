import { Facts } from '../../../parts/lists/Facts.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { BackendLink } from './BackendPicker.tsx'
import { conditionWords } from './conditions.ts'
import { addressesOf, type Route } from './journey.ts'
import { methodsText } from './route-words.ts'

interface RouteFactsProps {
  readonly id: string
  readonly api: GatewayApi
  readonly route: Route
}

/** A route for those who may not change it. */
export function RouteFacts({ id, api, route }: RouteFactsProps) {
  const { frontend = {}, backend, flow_ref } = route
  const conditions = Object.entries({ ...frontend.headers, ...frontend.query })
  return (
    <Facts
      facts={[
        ['Id', <bdi class="key">{route.id}</bdi>],
        ['Methods', methodsText(route)],
        [
          'Addresses',
          addressesOf(api, route).map((one) => (
            <bdi key={one} class="key line">
              {one}
            </bdi>
          )),
        ],
        [
          'Backend',
          backend === undefined ? (
            'none'
          ) : (
            <>
              <bdi class="key">{backend}</bdi> <BackendLink api={api} id={id} backend={backend} />
            </>
          ),
        ],
        ['Flow', flow_ref === undefined ? 'the default flow' : <bdi class="key">{flow_ref}</bdi>],
        [
          'Conditions',
          conditions.length === 0
            ? undefined
            : conditions.map(([name, condition]) => (
                <span key={name} class="line">
                  <bdi class="key">{name}</bdi> {conditionWords(condition)}
                </span>
              )),
        ],
        ['Takes', frontend.exact ? 'exactly these paths' : 'these paths and everything under them'],
        ['Allows', frontend.allow?.join(', ')],
      ]}
    />
  )
}
