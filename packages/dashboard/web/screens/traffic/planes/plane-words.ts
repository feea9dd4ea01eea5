import type { AspectName } from '../../../parts/signs/Aspect.tsx'
import { counted } from '../../../words/words.ts'
import type { Plane } from './use-planes.ts'

/** The state of a data plane: its word, how good it is, and what it means. */
export interface StateWords {
  readonly aspect: AspectName
  readonly word: string
  readonly means: string
}

/** The states of data planes in words. */
export const stateWords = {
  fresh: { aspect: 'clear', word: 'Fresh', means: 'It serves the newest changes.' },
  cold: { aspect: 'danger', word: 'Cold', means: 'It has nothing to serve yet.' },
  stale: { aspect: 'danger', word: 'Stale', means: 'It serves what it has, but can’t receive changes.' },
  lost: { aspect: 'danger', word: 'Lost', means: 'It hasn’t reported for 15 seconds.' },
} satisfies Record<Plane['state'], StateWords>

/** Where a data plane runs. */
export const whereWords = ({ gatewayKey }: Plane): string =>
  gatewayKey === undefined ? 'In this process' : `In another process, with the gateway key ${gatewayKey}`

/** How far a data plane is behind, and what it serves. */
export function revisionWords({ state, revision, lag }: Plane): string {
  if (state === 'cold') return 'No revision yet'
  const behind = lag === undefined ? '' : lag === 0 ? 'Up to date: ' : `${counted(lag, 'event')} behind: `
  return `${behind}revision ${revision}`
}

/** The data planes that use a gateway key. */
export const usersOf = (key: string, planes: readonly Plane[]): readonly string[] =>
  planes.filter(({ gatewayKey }) => gatewayKey === key).map(({ id }) => id)
