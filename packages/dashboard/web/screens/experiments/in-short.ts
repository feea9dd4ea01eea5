import type { AspectName } from '../../parts/signs/Aspect.tsx'
import { counted } from '../../words/words.ts'
import { percent, probability } from '../experiment/results/figures/figures.ts'
import { nameOf } from '../experiment/results/figures/names.ts'

/** The results of an experiment as the service summarizes them. */
export interface Summary {
  readonly id: string
  readonly enabled: boolean
  readonly state: 'disabled' | 'waiting' | 'running'
  readonly users: number
  readonly converted: number
  readonly leader?: {
    readonly id: string
    readonly name: string
    readonly rate: number
    readonly probabilityBest: number
  }
  readonly sampleRatioMismatch: { readonly p: number; readonly alarm: boolean }
}

/** An experiment in a row of the list. */
export interface InShort {
  /** Its state in one word; its color repeats it. */
  readonly word: 'skewed' | 'off' | 'waits' | 'on'
  readonly aspect?: AspectName
  /** Its results in a few words. */
  readonly words: string
  /** A sentence on the words. */
  readonly why?: string
}

/** Puts a summary into a few words. It names who is ahead, but gives no verdict, and under the alarm neither. */
export function inShort(summary: Summary): InShort {
  const { users, converted, leader, sampleRatioMismatch } = summary
  const isOff = summary.state === 'disabled'
  if (sampleRatioMismatch.alarm)
    return {
      word: 'skewed',
      aspect: 'danger',
      words: 'don’t trust it',
      why: 'The split doesn’t match the configured traffic.',
    }
  const state: Pick<InShort, 'word' | 'aspect'> = isOff ? { word: 'off' } : { word: 'on', aspect: 'clear' }
  if (!leader || users === 0)
    return isOff ? { word: 'off', words: '' } : { word: 'waits', aspect: 'caution', words: 'nobody has seen it yet' }
  if (converted === 0) return { ...state, words: `${counted(users, 'user')}, none converted` }
  return {
    ...state,
    words: `${nameOf(leader)} is ahead with ${percent(leader.rate)} · ${counted(users, 'user')}`,
    why: `${nameOf(leader)} has the highest rate with a probability of ${probability(leader.probabilityBest)}. Open the experiment for what to do.`,
  }
}
