import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Kind } from '../kinds/kinds.ts'

/** The kind of which the user wants a new record, until its list asks for the id. */
export const askedNew = signal<Kind | undefined>(undefined)

/** Calls back, on the list of a kind, when the user wants a new record of it. */
export function useAskedNew(kind: Kind, open: () => void): void {
  const asked = askedNew.value
  useEffect(() => {
    if (asked !== kind) return
    askedNew.value = undefined
    open()
  }, [asked])
}
