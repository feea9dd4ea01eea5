import { Icon } from '../../parts/signs/Icon.tsx'
import { isContextShown } from './other-context.ts'

/** The button that shows the context above a list; nothing while it is there. */
export const WithContext = () =>
  isContextShown.value ? null : (
    <button
      type="button"
      class="icon-only"
      aria-label="See as a client…"
      title="See as a client…"
      onClick={() => {
        isContextShown.value = true
      }}
    >
      <Icon name="user" />
    </button>
  )
