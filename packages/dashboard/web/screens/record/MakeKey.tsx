import { may } from '../../calls/session.ts'
import { hrefOf, navigate } from '../../place/place.ts'
import { askedNew } from '../../records/asked-new.ts'

const KEYS = '/access?tab=keys'

/** What the placeholders of snippets stand for, and the way to create an API key. */
export const MakeKey = () => (
  <p class="muted">
    <code>ID</code> and <code>SECRET</code> come from an API key.{' '}
    {may('C', 'ApiKey') ? (
      <a href={hrefOf(KEYS)} onClick={create}>
        Create an API key
      </a>
    ) : (
      'Ask an admin for one.'
    )}
  </p>
)

/** Opens the form of a new key. In another tab, the link leads to the keys. */
function create(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  askedNew.value = 'apiKeys'
  navigate(KEYS)
}
