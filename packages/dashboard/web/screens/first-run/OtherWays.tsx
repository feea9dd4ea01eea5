import { may } from '../../calls/session.ts'
import { goOn } from './guide.ts'
import { importing } from './importing.ts'

/** What else an empty box can begin with. */
export function OtherWays() {
  if (!may('C', 'Api')) return null
  const begin = () => {
    importing.value = true
    goOn({ path: 'api' })
  }
  return (
    <aside aria-labelledby="other-ways">
      <h2 id="other-ways">Other ways to start</h2>
      <ul class="ways">
        <li>
          <h3>Put a gateway in front of an API</h3>
          <p class="muted">Start from an OpenAPI document and end with a curl line that answers 200.</p>
          <button type="button" onClick={begin}>
            Import OpenAPI…
          </button>
        </li>
      </ul>
    </aside>
  )
}
