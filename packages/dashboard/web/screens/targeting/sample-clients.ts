import { count } from '../../words/words.ts'

/** How many clients are sampled if the user gave no list. */
const SAMPLE = 1000
const sampled: readonly string[] = Array.from({ length: SAMPLE }, (_, index) => `client-${index + 1}`)
/** The most clients that are sampled: conditions may take long. */
const MOST_SAMPLED = 5000

/** Clients to count with, and who they are in words. */
export interface Sample {
  readonly ids: readonly string[]
  readonly words: string
}

/** The clients to count with: those that the user listed, else made-up ones. */
export function sampleOf(listed: readonly string[]): Sample {
  const ids = (listed.length > 0 ? listed : sampled).slice(0, MOST_SAMPLED)
  const isPart = ids.length < listed.length
  const words = isPart
    ? `the first ${count(ids.length)} of your ${count(listed.length)} ids`
    : `${count(ids.length)} clients`
  return { ids, words }
}
