import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Because, because } from '../../confirm/because.ts'
import { TextField } from '../fields/fields.tsx'
import { ReasonField } from '../fields/ReasonField.tsx'
import { Failure } from '../outcomes/Failure.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmProps {
  /** The question: `Delete shop:express?` */
  readonly title: string
  /** What happens, with numbers. */
  readonly children?: ComponentChildren
  /** The label of the button that does it: `Delete`. */
  readonly action: string
  /** Whether it cannot be taken back. */
  readonly danger?: boolean
  /** Whether it is as wide as a comparison needs. */
  readonly wide?: boolean
  /** The text that must be typed before it can be done, such as the id. */
  readonly typed?: string | undefined
  /** What that text is. @default 'id' */
  readonly typedIs?: string
  /** Whether it asks for a reason, or where the reason is typed. */
  readonly why?: boolean | Signal<string> | undefined
  /**
   * Does it, by calls with these options. The dialog stays open, busy, until it is done, and shows the failure if it
   * rejects.
   */
  run(because: Because): Promise<unknown> | unknown
  onClose(): void
}

/** Asks before something is done that cannot be taken back. Closes after it was done. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    children,
    action,
    danger = false,
    wide = false,
    typed,
    typedIs = 'id',
    why = false,
    run,
    onClose,
  } = props
  const text = useSignal('')
  const ownReason = useSignal('')
  const reason = typeof why === 'object' ? why : ownReason
  const busy = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const isTyped = typed === undefined || text.value === typed
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!isTyped || busy.value) return
    busy.value = true
    error.value = undefined
    try {
      await run(because(reason.peek()))
      onClose()
    } catch (failure) {
      error.value = failure
    } finally {
      busy.value = false
    }
  }
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        {typed !== undefined && (
          <TextField
            label={`To confirm, type the ${typedIs}`}
            hint={typed}
            stacked
            mono
            autofocus
            value={text.value}
            onInput={(next) => {
              text.value = next
            }}
          />
        )}
        {why !== false && <ReasonField reason={reason} />}
        {error.value !== undefined && <Failure error={error.value} />}
        <footer>
          <button type="button" autofocus={typed === undefined} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={danger ? 'danger' : 'primary'} disabled={!isTyped} aria-busy={busy.value}>
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
