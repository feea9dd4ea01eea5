import { computed, signal } from '@preact/signals'
import { idsIn } from './ids.ts'

/** The text of a list of client ids to try features with. Kept while the page is open. */
export const sampleText = signal('')

/** The ids of that list. */
export const sampleIds = computed(() => idsIn(sampleText.value))
