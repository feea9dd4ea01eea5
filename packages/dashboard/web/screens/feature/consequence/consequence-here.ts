import { computed } from '@preact/signals'
import type { Feature } from '@signalbox/core/contract'
import { box } from '../../../box.ts'
import { now } from '../../../clock.ts'
import { contextAtHand } from '../../../context-at-hand.ts'
import type { Draft } from '../../../drafts.ts'
import { compileHere } from '../../../evaluation/here.ts'
import { sampleIds } from '../../targeting/sample.ts'
import { consequence } from './consequence.ts'

const MINUTE = 60_000

/** The time in whole minutes. Consequences may take long to compute: they are not computed with every tick. */
const minute = computed(() => Math.floor(now.value / MINUTE) * MINUTE)

/** What saving means, with the settings and the records of this page. Reads signals. */
export function consequenceHere({ newest, result }: Draft<Feature>): readonly string[] {
  const settings = box.value
  if (!settings) return []
  const read = contextAtHand.value
  return consequence(newest, result, {
    settings,
    now: minute.value,
    context: 'context' in read ? read.context : {},
    ids: sampleIds.value,
    compile: (feature) => compileHere(feature, minute.value),
  })
}
