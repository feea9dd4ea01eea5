import { Fragment } from 'preact'
import { may } from '../../../calls/session.ts'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { record } from '../../../records/records.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { type Forwarding, journeysOf, type Route } from './journey.ts'
import { routeSentences } from './route-words.ts'
import './route-form.css'

/** What a route does with requests, as it is edited. */
export function RouteSentence({ api, route }: { readonly api: GatewayApi; readonly route: Route }) {
  const sentences = routeSentences(route, journeysOf(api, route, forwardingOf(api, route.backend)))
  return (
    <div class="api-route-sentence" role="status">
      {route.enabled === false && (
        <p>
          <Aspect is="caution">Off</Aspect>: no request reaches this route. When it is on:
        </p>
      )}
      {sentences.map((pieces, i) => (
        <p key={i}>
          {pieces.map((piece, at) => (
            <Fragment key={at}>{typeof piece === 'string' ? piece : <code dir="ltr">{piece.code}</code>}</Fragment>
          ))}
        </p>
      ))}
    </div>
  )
}

/** Which path a backend gets, as far as the reader may see it. */
function forwardingOf({ backends = [] }: GatewayApi, id: string | undefined): Forwarding {
  if (id === undefined) return {}
  const own = backends.find((one) => one.id === id)
  if (own) return own.backend ?? {}
  if (id === '' || !may('R', 'Backend', id)) return {}
  const held = record('backends', id).value
  return held.state === 'ready' ? (held.value.backend ?? {}) : {}
}
