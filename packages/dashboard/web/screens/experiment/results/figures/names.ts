import type { Variant } from '@signalbox/core/contract'
import { listed } from '../../../../words/words.ts'

const LONGEST = 60

/** A variant in a sentence: its name, or its id without one. Names of several words are quoted. */
export function nameOf({ id, name }: Pick<Variant, 'id' | 'name'>): string {
  const words = name.replaceAll(/\s+/g, ' ').trim()
  const text = words === '' ? id : words
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  return short.includes(' ') ? `“${short}”` : short
}

/** Variants in a sentence: `B and C`. */
export const namesOf = (variants: readonly Pick<Variant, 'id' | 'name'>[]): string => listed(variants.map(nameOf))
