import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Failure } from '../outcomes/Failure.tsx'
import { Dialog } from './Dialog.tsx'

interface CreateDialogProps {
  readonly title: string
  /** The fields. */
  readonly children: ComponentChildren
  /** Creates it, or returns at once if a field is invalid. What it throws is shown above the buttons. */
  create(): Promise<void>
  onClose(): void
}

/** A form in a dialog that creates a record. It is sent once at a time. */
export function CreateDialog({ title, children, create, onClose }: CreateDialogProps) {
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy.peek()) return
    busy.value = true
    error.value = undefined
    try {
      await create()
    } catch (cause) {
      error.value = cause
    } finally {
      busy.value = false
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} autocomplete="off">
        {children}
        {error.value !== undefined && <Failure error={error.value} />}
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" aria-busy={busy.value}>
            Create
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
