import type { RecordOf } from '../../../kinds/kinds.ts'
import type { Held } from '../../../saving/hold-records.ts'

/** What the page knows of the flag of the guide. */
export type HeldFlag = Held<Pick<RecordOf<'features'>, 'enabled' | 'activationStrategy'>>

/** What the flag of the guide is now, as a sentence that begins with its id. */
export function flagSentence(flag: HeldFlag): string {
  if (flag.state === 'missing') return 'doesn’t exist anymore.'
  if (flag.state !== 'ready') return 'was created.'
  if (flag.value.enabled === false) return 'is off for everyone.'
  return flag.value.activationStrategy === 'NO_STRATEGY'
    ? 'is on for everyone. You can limit it to some clients at any time.'
    : 'is on, within its strategy.'
}

/** What to try next with a program that has asked for the flag. Nothing before the state of the flag is known. */
export function nextSentence(flag: HeldFlag, isFollowing: boolean): string | undefined {
  if (flag.state !== 'ready') return undefined
  const deed = `Switch the flag ${flag.value.enabled === false ? 'on' : 'off'}`
  return isFollowing ? `${deed} and watch your program follow within a second.` : `${deed} and run your program again.`
}
