import { pathTo } from '../../place/path-to.ts'
import { type FailingApi, failedOf, failureWords } from '../health/failing.ts'
import { requestPath } from '../traffic/tail/request-path.ts'
import type { Need } from './needs.ts'

/** APIs whose requests fail: how many, why, and since when. */
export const failingNeeds = (failing: readonly FailingApi[], now: number, zone: string): Need[] =>
  failing.map((one) => {
    const { before, target, after } = failureWords(one, now, zone)
    return {
      ...{ key: `failing ${one.api}`, aspect: 'danger' },
      sentence: [
        `${failedOf(one)} to `,
        { name: one.api, is: 'record' },
        ` failed: ${before}`,
        ...(target === undefined ? [] : [' ', { name: target, is: 'record' } as const]),
        after.startsWith(',') ? after : ` ${after}`,
      ],
      ...(one.failure
        ? { to: requestPath(one.failure.request, one.api), look: 'Explain' }
        : { to: pathTo('/gateway/apis/:id', { id: one.api }), look: 'Look' }),
    }
  })
