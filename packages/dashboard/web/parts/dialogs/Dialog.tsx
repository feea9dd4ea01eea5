import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { KeyBarrier } from '../../keys/keys.ts'
import { Icon } from '../signs/Icon.tsx'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Whether it is as wide as a comparison needs. */
  readonly wide?: boolean
  /**
   * Called for the close button, Esc and a click beside the dialog. The caller then removes the dialog. Absent: the dialog
   * cannot be closed without an answer.
   */
  onClose?(): void
}

/**
 * A modal dialog, open as long as it is rendered. Focus goes to the first control, or to the one with `autofocus`, and
 * returns when it is closed. Buttons belong in a `footer`.
 */
export function Dialog({ title, children, wide = false, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  const heading = useId()
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    // Closing before the element goes returns focus to where it was.
    return () => {
      isGone.current = true
      shown.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => isGone.current || onClose?.()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onMouseDown={(event) =>
        event.target === event.currentTarget && isBeside(event, event.currentTarget) && onClose?.()
      }
    >
      <KeyBarrier />
      <header>
        <h2 id={heading} dir="auto">
          {title}
        </h2>
        {onClose && (
          <button type="button" class="quiet icon-only" aria-label="Close" onClick={onClose}>
            <Icon name="x" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}

/** Whether a press on the dialog itself was on the ground behind it. */
function isBeside({ clientX, clientY }: MouseEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
