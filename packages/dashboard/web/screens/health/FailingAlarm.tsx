import { now } from '../../calls/clock.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { zone } from '../../preferences/preferences.ts'
import { requestPath } from '../traffic/tail/request-path.ts'
import { failedOf, failureWords } from './failing.ts'
import { useFailing } from './outcomes-here.ts'
import './health.css'

/** Says that requests to an API fail: how many, why and since when. Nothing while they do not. */
export function FailingAlarm({ id }: { readonly id: string }) {
  const failing = useFailing(id)
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
          {failing.failure && <Link to={requestPath(failing.failure.request, id)}>Explain</Link>}
        </div>
      )}
    </div>
  )
}
