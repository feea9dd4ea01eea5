import { useErrorBoundary } from 'preact/hooks'
import { may } from '../calls/session.ts'
import type { Found } from '../find-screen.ts'
import { Failure } from '../parts/outcomes/Failure.tsx'
import { Late } from '../parts/outcomes/Late.tsx'
import { Icon } from '../parts/signs/Icon.tsx'
import { Link } from '../parts/ways/Link.tsx'
import { place } from '../place/place.ts'
import { screens } from '../screens.ts'
import { LackingRight } from './LackingRight.tsx'
import type { Loaded } from './use-screen.ts'

interface CurrentScreenProps {
  readonly found: Found | undefined
  readonly loaded: Loaded
}

/** The screen of the current path; or why it cannot be shown, and the way on. */
export function CurrentScreen({ found, loaded }: CurrentScreenProps) {
  const [broken, reset] = useErrorBoundary()
  if (!found) return <NoSuchPage />
  const { screen, params } = found
  if (screen.domain !== undefined && !may('R', screen.domain)) return <LackingRight screen={screen} />
  if (broken) return <Broken error={broken} reset={reset} />
  if (loaded.state === 'loading') return <Late>Loading…</Late>
  if (loaded.state === 'failed') return <NotLoaded title={screen.title} retry={loaded.retry} />
  return (
    <div class="screen">
      {screen.within !== undefined && (
        <Link to={screen.back ?? screen.within} class="back">
          <Icon name="chevron-left" />
          {listTitle(screen.within)}
        </Link>
      )}
      <loaded.Shown {...params} />
    </div>
  )
}

const listTitle = (path: string): string => screens.find((screen) => screen.path === path)?.title ?? 'Back'

const NoSuchPage = () => (
  <section class="page">
    <h1>There is no such page</h1>
    <p>
      The address <code class="key">{place.value.path}</code> is not a page of the dashboard.{' '}
      <Link to="/">Go to the overview</Link>
    </p>
  </section>
)

/** A script of the page is gone: the server was updated, or cannot be reached. */
const NotLoaded = ({ title, retry }: { readonly title: string; retry(): void }) => (
  <section class="page">
    <h1>{title} can’t be loaded</h1>
    <p>
      The server can’t be reached, or it was updated since you opened this page. Reload the page after an update.
      Unsaved changes are lost then.
    </p>
    <div class="bar">
      <button type="button" class="primary" onClick={() => location.reload()}>
        Reload the page
      </button>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  </section>
)

const Broken = ({ error, reset }: { readonly error: unknown; reset(): void }) => (
  <section class="page">
    <h1>This screen failed</h1>
    <Failure error={error} retry={reset} />
  </section>
)
