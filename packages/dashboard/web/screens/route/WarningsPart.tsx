import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { asSentence, counted } from '../../words/words.ts'
import { type RouteWarning, subjectOf } from '../routes/warnings.ts'

interface WarningsPartProps {
  /** Those about the route. */
  readonly own: readonly RouteWarning[]
  /** All about its API. */
  readonly about: readonly RouteWarning[]
  readonly api: string
  readonly isDraft: boolean
}

/** The warnings about a route, and those about parts of its API that it may use. */
export function WarningsPart({ own, about, api, isDraft }: WarningsPartProps) {
  const hasDraft = about.some(({ pointer }) => pointer.startsWith('/draft/'))
  const others = about.filter(
    ({ pointer }) => subjectOf(pointer) === undefined && pointer.startsWith('/draft/') === (isDraft && hasDraft),
  )
  if (own.length + others.length === 0) return null
  return (
    <section class="route-part" aria-label="Warnings">
      <WarningList warnings={own} />
      {others.length > 0 && (
        <details class="more-settings">
          <summary>{counted(others.length, 'warning')} about other parts of the API</summary>
          <WarningList warnings={others} />
          <Link to={`/gateway/apis/${encodeURIComponent(api)}`}>Go to the API {api}</Link>
        </details>
      )}
    </section>
  )
}

const WarningList = ({ warnings }: { readonly warnings: readonly RouteWarning[] }) => (
  <ul class="route-warnings">
    {warnings.map(({ severity, message, pointer }) => (
      <li key={`${pointer} ${message}`}>
        <Aspect is={severity === 'error' ? 'danger' : 'caution'}>{severity === 'error' ? 'Error' : 'Warning'}</Aspect>{' '}
        <span dir="auto">{asSentence(message)}</span> <code class="muted">{pointer}</code>
      </li>
    ))}
  </ul>
)
