import { isContextShown } from './other-context.ts'

/** The button that shows the context above a list; nothing while it is there. */
export const WithContext = () =>
  isContextShown.value ? null : (
    <button
      type="button"
      onClick={() => {
        isContextShown.value = true
      }}
    >
      With context…
    </button>
  )
