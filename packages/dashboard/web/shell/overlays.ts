import { signal } from '@preact/signals'

/** What is open above the page: the search, or the list of keys. */
export const overlay = signal<'find' | 'keys' | undefined>(undefined)

/** Opens the search for records, screens and actions. */
export const showFind = (): void => {
  overlay.value = 'find'
}

/** Opens the list of the keys that act at the moment. */
export const showKeys = (): void => {
  overlay.value = 'keys'
}

/** Closes the search or the list of keys. */
export const closeOverlay = (): void => {
  overlay.value = undefined
}
