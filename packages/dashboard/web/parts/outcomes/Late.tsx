import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

/** What is shown only if something takes longer than a moment: `<Late>Loading…</Late>`. */
export function Late({ children }: { readonly children: ComponentChildren }) {
  const isShown = useSignal(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      isShown.value = true
    }, 150)
    return () => clearTimeout(timer)
  }, [])
  return isShown.value ? <p class="page muted">{children}</p> : null
}
