import type { Config } from '@signalbox/core/contract'
import { configHere } from '../../evaluation/config-here.ts'
import { contextAtHand, instantAtHand } from '../../preferences/context-at-hand.ts'
import type { ReadContext } from '../../preferences/read-context.ts'
import { readable } from '../config/value-words.ts'
import { isContextShown, otherContext } from '../targeting/other-context.ts'

/** What a context reads, or the word for why that is not known. */
export type ReadValue = { readonly value: unknown } | { readonly word: string; readonly why?: string }

/** What a config is for each context of the list; without contexts, its own value. Reads signals. */
export function readValues(config: Config | undefined): readonly ReadValue[] {
  if (!config) return []
  if (!isContextShown.value) return [{ value: readable(config.value, config.type) }]
  return contexts().map((read): ReadValue => {
    if ('problem' in read) return { word: 'fails', why: read.problem }
    const found = configHere(config, read.context, instantAtHand.value)
    if (found.state === 'waits') return { word: '…' }
    if (found.state === 'asks') return { word: '?', why: `${found.why} Open the config to ask the server.` }
    if (found.state !== 'decided') return { word: 'fails', why: found.why }
    const { reason, message, value } = found.decision
    return reason === 'ERROR' ? { word: 'fails', why: message ?? 'It can’t be evaluated.' } : { value }
  })
}

const contexts = (): readonly ReadContext[] => [
  contextAtHand.value,
  ...(otherContext.value ? [otherContext.value] : []),
]
