import { useSignal } from '@preact/signals'
import { TextField } from '../../parts/fields/fields.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'

interface OneFieldProps {
  readonly label: string
  readonly hint: string
  /** What the field has at first. */
  readonly initial: string
  /** What the button says. */
  readonly deed: string
  /** Creates what the field names. What it throws is shown below the field. */
  create(text: string): Promise<void>
}

/** A form of a single field and its button. */
export function OneField({ label, hint, initial, deed, create }: OneFieldProps) {
  const text = useSignal(initial)
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy.peek()) return
    busy.value = true
    error.value = undefined
    try {
      await create(text.peek().trim())
    } catch (cause) {
      error.value = cause
    } finally {
      busy.value = false
    }
  }
  return (
    <form onSubmit={submit} autocomplete="off">
      <TextField
        label={label}
        hint={hint}
        mono
        stacked
        required
        value={text.value}
        onInput={(next) => (text.value = next)}
        after={
          <button type="submit" class="primary" aria-busy={busy.value}>
            {deed}
          </button>
        }
      />
      {error.value !== undefined && <Failure error={error.value} />}
    </form>
  )
}
