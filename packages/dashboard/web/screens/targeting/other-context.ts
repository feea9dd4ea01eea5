import { computed, effect, signal } from '@preact/signals'
import { readContext } from '../../preferences/read-context.ts'

const SHOWN = 'signalbox.context.shown'
const OTHER = 'signalbox.context.other'

/** Whether the list shows the answers for the context at hand. Kept in this tab. */
export const isContextShown = signal(sessionStorage.getItem(SHOWN) === 'yes')

/** The text of a second context, to compare; `undefined` without one. Kept in this tab. */
export const otherText = signal<string | undefined>(sessionStorage.getItem(OTHER) ?? undefined)

effect(() => sessionStorage.setItem(SHOWN, isContextShown.value ? 'yes' : 'no'))
effect(() => {
  if (otherText.value === undefined) sessionStorage.removeItem(OTHER)
  else sessionStorage.setItem(OTHER, otherText.value)
})

/** The second context, or why its text could not be read; `undefined` without one. */
export const otherContext = computed(() => (otherText.value === undefined ? undefined : readContext(otherText.value)))
