import { api } from '../../calls/api.ts'
import { serviceNow } from '../../calls/clock.ts'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { count } from '../../words/words.ts'
import { failingApis } from '../health/failing.ts'
import { type EndingApi, lintErrors, sunsets, toLint } from './api-needs.ts'
import { brokenBackends } from './backend-needs.ts'
import { failingNeeds } from './failing-needs.ts'
import type { Found, Need } from './needs.ts'
import { planesInTrouble } from './plane-needs.ts'

/** The most APIs that are linted, and how many at once. */
const MOST_LINTED = 20
const AT_ONCE = 4

const inWords = (instant: number): string => dateTimeIn(instant, zone.peek())

/** Data planes and targets in trouble. Nothing tells of these by events. */
export async function gatewayStates(): Promise<Found> {
  const [{ results: planes }, { results: backends }, { results: outcomes }] = await Promise.all([
    api.gateway.list({}),
    api.gateway.backends({}),
    api.gateway.outcomes({}),
  ])
  return {
    needs: [
      ...failingNeeds(failingApis(outcomes.flatMap(({ apis }) => apis)), serviceNow(), zone.peek()),
      ...planesInTrouble(planes, inWords),
      ...brokenBackends(backends),
    ],
    notes: [],
  }
}

/** APIs with lint errors, and those that end soon. */
export async function troubledApis(): Promise<Found> {
  const apis: EndingApi[] = []
  for await (const one of api.apis.export({ fields: 'id,state,sunset_at' })) apis.push(one as EndingApi)
  const linted = toLint(apis, MOST_LINTED)
  const needs: Need[] = []
  for (let from = 0; from < linted.length; from += AT_ONCE)
    for (const need of await Promise.all(linted.slice(from, from + AT_ONCE).map(lint))) if (need) needs.push(need)
  return {
    needs: [...needs, ...sunsets(apis, serviceNow(), inWords)],
    notes: apis.length > MOST_LINTED ? [`Of ${count(apis.length)} APIs, ${MOST_LINTED} were linted.`] : [],
  }
}

async function lint(id: string): Promise<Need | undefined> {
  const { problems } = await api.apis.lint({ id })
  return lintErrors(id, problems)
}
