import { now } from '../../calls/clock.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { zone } from '../../preferences/preferences.ts'
import { requestPath } from '../traffic/tail/request-path.ts'
import { type Failing, failedOf, failureWords } from './failing.ts'
import { useFailing, useFailingRoute } from './outcomes-here.ts'
import './health.css'

/** Says that requests to an API fail: how many, why and since when. Nothing while they do not. */
export const FailingAlarm = ({ id }: { readonly id: string }) => <Alarm failing={useFailing(id)} api={id} />

/** Says the same of a route. */
export const FailingRouteAlarm = ({ id, api }: { readonly id: string; readonly api: string }) => (
  <Alarm failing={useFailingRoute(id)} api={api} />
)

function Alarm({ failing, api }: { readonly failing: Failing | undefined; readonly api: string }) {
  const words = failing && failureWords(failing, now.value, zone.value)
  return (
    <div role="status" class="failing-status">
      {failing && words && (
        <div class="failing-alarm">
          <p>
            <b>{failedOf(failing)} failed.</b> {words.before}
            {words.target !== undefined && (
              <>
                {' '}
                <code>{words.target}</code>
              </>
            )}
            {words.after.startsWith(',') ? words.after : ` ${words.after}`}
          </p>
          {failing.failure && <Link to={requestPath(failing.failure.request, api)}>Explain</Link>}
        </div>
      )}
    </div>
  )
}
