import { Link } from '../../parts/ways/Link.tsx'
import { counted, listed } from '../../words/words.ts'
import { type Planes, planesHere } from './planes/use-planes.ts'

/** The most data planes that are named. */
const MOST_NAMED = 5

/** Says which data planes tell about their requests here: those in the process of the service. */
export function Scope({ planes: { list } }: { readonly planes: Planes }) {
  if (!list) return null
  const here = planesHere(list)
  const others = list.results.length - here.length
  const elsewhere = others > 0 && (
    <>
      {' '}
      {counted(others, 'data plane')} in other processes {others === 1 ? 'tells' : 'tell'} about requests only on{' '}
      {others === 1 ? 'its' : 'their'} own admin port.
    </>
  )
  if (here.length === 0)
    return (
      <p class="notice">
        No data plane runs in this process, so its requests can’t be shown here.{elsewhere}{' '}
        <Link to="/gateway/traffic?tab=planes">Data planes</Link>
      </p>
    )
  return (
    <p class="muted">
      {here.length > MOST_NAMED ? (
        `Requests to the ${here.length} data planes that run in this process.`
      ) : (
        <>
          Requests to the data {here.length === 1 ? 'plane' : 'planes'}{' '}
          <span class="key">{listed(here.map(({ id }) => id))}</span>, which {here.length === 1 ? 'runs' : 'run'} in
          this process.
        </>
      )}
      {elsewhere}
    </p>
  )
}
