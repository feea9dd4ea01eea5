import { may } from '../../calls/session.ts'
import type { KindCount } from '../overview/counts.ts'
import { guide } from './guide.ts'

/** People and keys come with the box, so they say nothing about whether it is used. */
const everywhere: readonly string[] = ['User', 'ApiKey']

/** Whether the user can follow the guide. */
export const mayFollow = (): boolean => may('C', 'Feature')

/** Whether Overview shows the guide: in an empty box, and from then on until the user closes it; or because they opened it. */
export function isGuided(counts: readonly KindCount[]): boolean {
  const { isClosed, isOpen, feature, path } = guide.value
  if (isClosed || !mayFollow()) return false
  if (isOpen || feature !== undefined || path !== undefined) return true
  return (
    counts.some(({ domain }) => domain === 'Feature') &&
    counts.every(({ domain, count }) => count === 0 || everywhere.includes(domain))
  )
}
