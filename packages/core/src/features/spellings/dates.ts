import { problem } from '../../machine/errors/errors.ts'
import { readDate, type WrittenDate } from '../../machine/time/written-date.ts'
import { type DateParameters, withLocalDates } from './local-dates.ts'
import type { Spelling } from './spelling.ts'

const spellingOf = (dates: DateParameters): Spelling => ({
  normalize: (parameters) => withLocalDates(parameters, dates),
  localize: (parameters, zone) => withLocalDates(parameters, dates, zone),
})

/** The date of RELEASE_DATE. */
export const releaseDate = spellingOf({ style: 'dd/MM/yyyy HH:mm:ss', dates: { releaseDate: 'first' } })

/** The dates of DATE_RANGE, in their order. */
export const dateRange: Spelling = {
  ...spellingOf({ style: 'yyyy-MM-dd HH:mm:ss', dates: { from: 'first', to: 'last' } }),
  check({ from, to }) {
    const [first, last] = [from, to].map((text) => readDate(String(text)))
    return isAfter(first, last) ? { from: [problem('error.date.order', from, to)] } : {}
  },
}

/**
 * Compares two local dates or two instants. A mixed pair is compared later, when the zone is known and both are local.
 */
function isAfter(one: WrittenDate | undefined, other: WrittenDate | undefined): boolean {
  if (!one || !other) return false
  if ('local' in one) return 'local' in other && one.local > other.local
  return 'instant' in other && one.instant > other.instant
}
