import type { Feature } from '@signalbox/core/contract'
import { box } from '../../../calls/box.ts'
import { compileHere } from '../../../evaluation/here.ts'
import { contextAtHand } from '../../../preferences/context-at-hand.ts'
import type { Draft } from '../../../records/drafts.ts'
import { minute } from '../../targeting/minute.ts'
import { sampleIds } from '../../targeting/sample.ts'
import { consequence } from './consequence.ts'

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
