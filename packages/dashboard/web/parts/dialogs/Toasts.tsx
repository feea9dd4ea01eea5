import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { dismiss, type Toast, toasts } from '../../notices/toasts.ts'
import { Icon } from '../signs/Icon.tsx'
import './toasts.css'

const SHOWN_MS = 10_000

/** The short messages of the page. They are read out, and stay while the pointer or the focus is on them. */
export function Toasts() {
  const layer = useRef<HTMLElement>(null)
  const isHeld = useSignal(false)
  const shown = toasts.value
  useLayoutEffect(() => {
    // Shown again with every message: the newest layer is above open dialogs.
    if (layer.current!.matches(':popover-open')) layer.current!.hidePopover()
    if (shown.length > 0) layer.current!.showPopover()
  }, [shown])
  return (
    <section
      ref={layer}
      class="toasts"
      popover="manual"
      aria-label="Messages"
      onPointerEnter={() => {
        isHeld.value = true
      }}
      onPointerLeave={() => {
        isHeld.value = false
      }}
      onFocusIn={() => {
        isHeld.value = true
      }}
      onFocusOut={() => {
        isHeld.value = false
      }}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {shown.map((one) => (
          <Message key={one.id} toast={one} isHeld={isHeld.value} />
        ))}
      </ol>
    </section>
  )
}

function Message({ toast: { id, text, aspect, action }, isHeld }: { readonly toast: Toast; readonly isHeld: boolean }) {
  useEffect(() => {
    if (isHeld || aspect === 'danger') return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, id, aspect])
  return (
    <li class={aspect}>
      <span dir="auto">{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismiss(id)
            action.run()
            keepFocus()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        class="quiet icon-only"
        aria-label="Close this message"
        onClick={() => {
          dismiss(id)
          keepFocus()
        }}
      >
        <Icon name="x" />
      </button>
    </li>
  )
}
