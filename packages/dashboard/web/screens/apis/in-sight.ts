import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { createSight } from '../../tree/sight.ts'
import type { LintProblem } from '../api/lint/lint-problem.ts'
import { recordsInSight } from '../listing/records-in-sight.ts'
import { createFacts } from './create-facts.ts'

/** What the service finds out about an API. */
interface ApiFacts {
  readonly problems: readonly LintProblem[]
  /** Absent if the caller may not read subscriptions. */
  readonly subscriptions?: number
}

/** The whole APIs of the rows in sight. */
export const apisInSight = recordsInSight('apis')

/** Whether the APIs in sight have drafts. */
export const draftsInSight = createSight<{ readonly id: string; readonly isThere: boolean }>({
  async read(pattern) {
    const found = new Set<string | undefined>()
    for await (const line of api.apis.draft.export({ pattern })) found.add(line.api.id)
    return pattern.split(',').map((id) => ({ id, isThere: found.has(id) }))
  },
})

/** The problems and the subscriptions of the APIs in sight. */
export const factsInSight = createFacts<ApiFacts>({
  async read(id) {
    const [{ problems }, subscriptions] = await Promise.all([
      api.apis.lint({ id }),
      may('R', 'Subscription', id) ? api.subscriptions.list({ filter: { api_ref: id }, pageSize: 1 }) : undefined,
    ])
    return { problems, ...(subscriptions && { subscriptions: subscriptions.metadata.count }) }
  },
})

onGap(() => {
  draftsInSight.clear()
  factsInSight.renew()
})

onEvent(({ domain, type, key, payload }) => {
  if (domain === 'Api') {
    if (type.startsWith('API_DRAFT_')) draftsInSight.hear(key, { id: key, isThere: type !== 'API_DRAFT_DELETED' })
    if (type === 'API_DELETED') factsInSight.drop(key)
    else factsInSight.renew(key)
  }
  if (domain === 'Subscription') factsInSight.renew((payload as { readonly api_ref?: string } | undefined)?.api_ref)
  if (domain === 'Backend') factsInSight.renew()
})

/** Reads what the rows in sight show. Without rows, nothing is read any more. */
export function lookAt(ids: readonly string[]): void {
  apisInSight.look(ids)
  draftsInSight.look(ids)
  factsInSight.look(ids)
}
