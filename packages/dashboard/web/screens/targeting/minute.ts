import { computed } from '@preact/signals'
import { now } from '../../calls/clock.ts'

const MINUTE = 60_000

/** The time in whole minutes. Consequences may take long to compute: they are not computed with every tick. */
export const minute = computed(() => Math.floor(now.value / MINUTE) * MINUTE)
