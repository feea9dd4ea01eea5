import type { Grantee } from '@signalbox/core/grants'
import { countOf, countsVersion } from '../grants/counts.ts'
import { accessConsequence } from './access-consequence.ts'

/** What saving means, with the numbers of this box. Reads signals: the numbers arrive later. */
export function consequenceHere(before: Grantee | undefined, after: Grantee): readonly string[] {
  void countsVersion.value
  return accessConsequence(before ?? {}, after, countOf)
}
