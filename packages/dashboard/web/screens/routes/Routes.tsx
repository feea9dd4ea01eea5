import { useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../../keys/keys.ts'
import { Rows } from '../../parts/lists/Rows.tsx'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { navigate, place } from '../../place/place.ts'
import { count } from '../../words/words.ts'
import '../listing/listing.css'
import { Explain } from '../explain/Explain.tsx'
import { explaining } from '../explain/explaining-here.ts'
import { Route } from '../route/Route.tsx'
import { allRoutes } from './all-routes.ts'
import { FilterMenu } from './FilterMenu.tsx'
import { RouteLine } from './RouteLine.tsx'
import { EXPLAIN, found, pathTo, rows, search, words } from './route-search.ts'
import './routes.css'

/** The compiled routes of all APIs; with an id, that route beside them, or which route takes a request. */
export function Routes({ id }: { readonly id?: string | undefined }) {
  const isExplaining = place.value.path === EXPLAIN
  return (
    <>
      <List current={isExplaining ? explaining.answer.value?.explanation.route : id} />
      {isExplaining && <Explain />}
      {id !== undefined && <Route id={id} key={id} />}
    </>
  )
}

function List({ current }: { readonly current: string | undefined }) {
  const { state, error, count: total, load } = allRoutes()
  const input = useRef<HTMLInputElement>(null)
  useKeys(useMemo(() => [{ keys: '/', label: 'Search this list', run: () => input.current?.focus() }], []))
  const isEmpty = state.value === 'complete' && total.value === 0
  const isSearching = words.value.trim() !== ''
  const shown = found.value
  const byKey = useMemo(() => new Map(shown.map((row) => [row.key, row])), [shown])
  return (
    <section class="list listing routes" aria-label="Routes">
      <div class="bar">
        <h1>Routes</h1>
        <span class="muted">{(total.value > 0 || isEmpty) && count(total.value)}</span>
        <Link to={pathTo('explain')}>Test a request</Link>
      </div>
      {!isEmpty && (
        <div class="bar">
          <input
            ref={input}
            type="search"
            aria-label="Search routes"
            placeholder="Words, or api: method: plugin: backend: is:"
            spellcheck={false}
            value={words.value}
            onInput={(event) => search(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role=tree]')?.focus()
            }}
          />
          <FilterMenu />
        </div>
      )}
      {state.value === 'failed' && <Failure error={error.value} retry={() => void load()} />}
      {isEmpty && (
        <Empty title="No routes yet">
          <p>
            The routes of published APIs appear here, and the routes of drafts in testing.{' '}
            <Link to="/gateway/apis">Go to the APIs</Link>
          </p>
        </Empty>
      )}
      {shown.length > 0 && (
        <>
          <div class="route-heads" aria-hidden="true">
            <span>Methods</span>
            <span>Domain and path</span>
            <span>Route</span>
            <span>Plugins</span>
            <span>Backend</span>
            <span>State</span>
          </div>
          <Rows
            label="Routes"
            name="routes"
            rows={rows.value}
            current={current}
            isChosen={() => false}
            render={({ key }) => <RouteLine row={byKey.get(key)!} />}
            toggle={() => {}}
            open={(key) => navigate(pathTo(key))}
            pull={() => {}}
            choose={() => {}}
            chooseAll={() => {}}
          />
        </>
      )}
      {shown.length === 0 && isSearching && state.value === 'complete' && !isEmpty && (
        <p class="muted">
          Nothing matches <bdi>{words.value}</bdi>.{' '}
          <button type="button" onClick={() => search('')}>
            Clear the search
          </button>
        </p>
      )}
      <p class="hidden-text" role="status">
        {isSearching &&
          state.value === 'complete' &&
          (shown.length > 0 ? `${count(shown.length)} routes` : 'Nothing matches')}
      </p>
    </section>
  )
}
