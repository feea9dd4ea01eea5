import { now } from '../../../calls/clock.ts'
import { session } from '../../../calls/session.ts'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { dateTimeIn, span } from '../../../words/dates.ts'
import { counted } from '../../../words/words.ts'
import { GatewayKeys } from './GatewayKeys.tsx'
import { NoPlanes } from './NoPlanes.tsx'
import { revisionWords, stateWords, whereWords } from './plane-words.ts'
import type { Plane, Planes } from './use-planes.ts'

/** The data planes, and for admins the gateway keys with which those of other processes identify themselves. */
export function PlanesTab({ planes: { list, error, retry } }: { readonly planes: Planes }) {
  const { value } = session
  const isAdmin = value.state === 'in' && value.me.admin
  return (
    <>
      {error !== undefined && <Failure error={error} retry={retry} />}
      {!list && error === undefined && <Late>Loading the data planes…</Late>}
      {list?.results.length === 0 && <NoPlanes />}
      {list && list.results.length > 0 && (
        <>
          <p class="muted">Data planes serve the published APIs.</p>
          <ul class="planes" aria-label="Data planes">
            {list.results.map((plane) => (
              <PlaneLine key={`${plane.gatewayKey ?? ''} ${plane.id}`} plane={plane} />
            ))}
          </ul>
        </>
      )}
      {isAdmin && <GatewayKeys planes={list?.results ?? []} />}
    </>
  )
}

function PlaneLine({ plane }: { readonly plane: Plane }) {
  const { id, state, since, routes, version, notes, heardAt } = plane
  const { aspect, word, means } = stateWords[state]
  return (
    <li>
      <div class="bar">
        <bdi class="key">{id}</bdi>
        <Aspect is={aspect} boxed>
          {word}
        </Aspect>
        <span class="muted">
          for{' '}
          <time dateTime={new Date(since).toISOString()} title={dateTimeIn(since, zone.value)}>
            {span(now.value - since)}
          </time>
        </span>
      </div>
      {aspect !== 'clear' && <p>{means}</p>}
      <ul class="plane-facts">
        <li>{whereWords(plane)}</li>
        <li>{revisionWords(plane)}</li>
        <li>{counted(routes, 'route')}</li>
        {version !== undefined && <li>Version {version}</li>}
        {heardAt !== undefined && <li>Last report {span(now.value - heardAt)} ago</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </li>
  )
}
