import { signal } from '@preact/signals'
import type { Assignment } from '@signalbox/core/evaluate'
import { api } from './api.ts'

/** The settings of this box that evaluations depend on. */
export interface BoxSettings {
  /** The IANA name of the time zone of dates without a zone. */
  readonly timeZone: string
  /** How percentages choose clients. */
  readonly bucketing: 'murmur3' | 'classic'
  /** How experiments choose variants. */
  readonly assignment?: Assignment
}

/** The settings of this box; `undefined` until `loadBox` has read them. */
export const box = signal<BoxSettings | undefined>(undefined)

let loading: Promise<void> | undefined

/** Reads the settings once. A call after a failure tries again. */
export function loadBox(): Promise<void> {
  loading ??= api.health({}).then(
    ({ timeZone, bucketing, assignment }) => {
      box.value = { timeZone, bucketing, assignment }
    },
    (cause) => {
      loading = undefined
      throw cause
    },
  )
  return loading
}
