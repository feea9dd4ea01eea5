import { computed, effect, signal } from '@preact/signals'
import { now } from '../calls/clock.ts'
import { instantIn } from '../words/local-time.ts'
import { zone } from './preferences.ts'
import { readContext } from './read-context.ts'

const TEXT = 'signalbox.context'
const AT = 'signalbox.context.at'

/** The text of the context in which features are evaluated on this page: JSON, or an id alone. Kept in this tab. */
export const contextText = signal(sessionStorage.getItem(TEXT) ?? '{"id": "client-1041"}')

/** The time of evaluations as `YYYY-MM-DDTHH:mm` in the zone of the preferences; `''` is now. Kept in this tab. */
export const contextTime = signal(sessionStorage.getItem(AT) ?? '')

effect(() => sessionStorage.setItem(TEXT, contextText.value))
effect(() => sessionStorage.setItem(AT, contextTime.value))

/** The context at hand, or why its text could not be read. */
export const contextAtHand = computed(() => readContext(contextText.value))

/** The instant of evaluations, in epoch milliseconds. */
export const instantAtHand = computed(() => instantIn(contextTime.value, zone.value) ?? now.value)
