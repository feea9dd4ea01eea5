import { computed, signal } from '@preact/signals'
import { box } from '../calls/box.ts'
import { browserZone } from '../words/dates.ts'
import { type Preferences, readPreferences } from './read-preferences.ts'

const KEY = 'signalbox'

/** The preferences of this browser. They hold no secret. */
export const preferences = signal<Preferences>(readPreferences(stored()))

/** Changes preferences, at once in this tab, and in others when they are loaded. */
export function prefer(changes: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changes }
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences.value))
  } catch {
    // A browser without storage keeps them until the page is closed.
  }
}

/** The IANA name of the zone in which dates are shown. */
export const zone = computed(() => {
  const chosen = preferences.value.zone
  if (chosen === 'browser') return browserZone()
  return chosen === 'box' ? (box.value?.timeZone ?? browserZone()) : chosen
})

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
