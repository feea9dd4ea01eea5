import { signal } from '@preact/signals'

/** A request that was pasted into the search, until the screen that explains it takes it over. Kept in memory only. */
export const pastedRequest = signal<string | undefined>(undefined)
