import type { Config } from '@signalbox/core/contract'
import { compileConfigHere } from '../../evaluation/config-here.ts'
import { contextAtHand } from '../../preferences/context-at-hand.ts'
import type { Draft } from '../../records/drafts.ts'
import { minute } from '../targeting/minute.ts'
import { sampleIds } from '../targeting/sample.ts'
import { consequence } from './consequence.ts'

/** What saving means, with the settings and the records of this page. Reads signals. */
export function consequenceHere({ newest, result }: Draft<Config>): readonly string[] {
  const read = contextAtHand.value
  return consequence(newest, result, {
    context: 'context' in read ? read.context : {},
    ids: sampleIds.value,
    compile: (config) => compileConfigHere(config, minute.value),
  })
}
