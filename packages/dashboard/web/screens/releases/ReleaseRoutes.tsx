import type { ComponentChildren } from 'preact'
import { api } from '../../calls/api.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { asking } from '../api/served/asking.ts'
import type { Compiled, Released } from './released.ts'
import './release-routes.css'

interface ReleaseRoutesProps<T extends Released> {
  /** Finds the routes. */
  find(routes: readonly Compiled[]): readonly T[]
  /** What is shown if there are none, and how to make one. */
  readonly empty: { readonly title: string; readonly text: string }
  /** What the record does on a route. */
  words(route: T): ComponentChildren
}

/** Routes on which a record decides, with links to their APIs. */
export function ReleaseRoutes<T extends Released>({ find, empty, words }: ReleaseRoutesProps<T>) {
  const routes = routesHere()
  if (routes.state === 'failed') return <Failure error={routes.error} retry={routes.retry} />
  if (routes.state === 'loading') return <Late>Loading the routes…</Late>
  const found = find(routes.value)
  if (found.length === 0)
    return (
      <Empty title={empty.title}>
        <p>{empty.text}</p>
      </Empty>
    )
  return (
    <ul class="release-routes">
      {found.map((one, i) => (
        <li key={`${one.api} ${one.route} ${one.isDraft} ${i}`}>
          <h2>
            <Link to={`${pathOf('apis', one.api)}?part=routes`}>
              <bdi class="key">{one.api}</bdi> · <bdi>{one.name}</bdi>
            </Link>
            {one.isDraft && <span class="muted">Draft, for testing</span>}
          </h2>
          <p class="key muted">{one.takes}</p>
          {words(one)}
          {one.why !== undefined && (
            <p>
              <Aspect is="danger">{one.why}</Aspect>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const asked = asking<readonly Compiled[]>({
  async ask() {
    return (await api.routes({})).routes
  },
  hears: ({ domain }) => domain === 'Api' || domain === 'Backend',
})

/** The routes that gateways serve, of the APIs that the caller may read. Read when they are shown, and after changes. */
const routesHere = () => asked('routes').value
