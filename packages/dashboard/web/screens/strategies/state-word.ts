import type { AspectName } from '../../parts/signs/Aspect.tsx'

/** The state of a feature in one word; its color repeats it. */
export interface StateWord {
  readonly word: 'on' | 'off' | 'waits' | 'over' | 'script' | 'fails' | '…'
  readonly aspect?: AspectName
  /** A sentence on the word. */
  readonly why?: string
}

export const on: StateWord = { word: 'on', aspect: 'clear' }
export const off: StateWord = { word: 'off' }
/** The result is not known yet, or cannot be known here. */
export const notKnown: StateWord = { word: '…' }
/** Nobody gets it yet. */
export const waits: StateWord = { word: 'waits', aspect: 'caution', why: 'It becomes active at its date or hour.' }

/** It cannot be evaluated. */
export const fails = (why: string): StateWord => ({ word: 'fails', aspect: 'danger', why })
