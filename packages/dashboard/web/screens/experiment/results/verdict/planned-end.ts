import type { Results } from '@signalbox/core/contract'
import { count, counted } from '../../../../words/words.ts'

/** How many users each variant needs before a missing effect means something. */
export interface PlannedEnd {
  /** Absent: nothing is planned, and it cannot be computed yet. */
  readonly users?: number
  /** Whether a person chose the number; otherwise it is the sample size of the results. */
  readonly isChosen: boolean
  readonly isReached: boolean
  /** Days until then at the pace so far, if that is known. */
  readonly daysToGo?: number
}

/** Finds the planned end of an experiment: the number that someone chose, or the sample size of its results. */
export function plannedEnd({ results, sampleSize, experiment }: Results, chosen?: number): PlannedEnd {
  const users = chosen ?? sampleSize?.perArm
  const isChosen = chosen !== undefined
  if (users === undefined) return { isChosen, isReached: false }
  const isReached = results.every((one) => one.users === 0 || one.users >= users)
  const daysToGo = isChosen || isReached || !experiment.enabled ? undefined : sampleSize?.daysToGo
  return { users, isChosen, isReached, ...(daysToGo !== undefined && { daysToGo }) }
}

/** The users that a planned end asks for: `the 7,900 users that it takes to see a difference of 10%`. */
export const neededUsers = ({ users = 0, isChosen }: PlannedEnd): string =>
  isChosen ? `the planned ${count(users)} users` : `the ${count(users)} users that it takes to see a difference of 10%`

/** When a planned end is reached: `At this pace, that takes 3 more days.`; empty if that is not known. */
export const timeToGo = ({ daysToGo }: PlannedEnd): string =>
  daysToGo === undefined ? '' : ` At this pace, that takes ${counted(Math.max(1, daysToGo), 'more day')}.`
