import { Icon } from '../signs/Icon.tsx'
import { copyText } from './copy-text.ts'

interface CopyProps {
  /** What is copied. */
  readonly text: string
  /** What the button says: `Copy id`. */
  readonly label: string
  /** Whether the button shows only its icon. */
  readonly bare?: boolean
}

/** A button that copies a text and says so. */
export function Copy({ text, label, bare = false }: CopyProps) {
  return (
    <button
      type="button"
      class={bare ? 'quiet icon-only' : undefined}
      aria-label={bare ? label : undefined}
      title={bare ? label : undefined}
      onClick={() => void copyText(text)}
    >
      {bare ? <Icon name="copy" /> : label}
    </button>
  )
}
