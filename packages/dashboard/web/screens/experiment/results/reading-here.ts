import type { Signal } from '@preact/signals'
import { signal } from '@preact/signals'
import type { Reading } from './verdict.ts'

const readings = new Map<string, Signal<Reading>>()

/** How the results of an experiment are read: kept until the page is closed. */
export function readingHere(id: string): Signal<Reading> {
  const known = readings.get(id) ?? signal<Reading>({ view: 'sequential' })
  readings.set(id, known)
  return known
}
