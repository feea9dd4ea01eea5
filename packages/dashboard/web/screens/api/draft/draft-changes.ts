import { api } from '../../../calls/api.ts'
import { asking } from '../served/asking.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { isServed } from '../served/served.ts'

/** A change of one part of an API, as a sentence and by member. */
export type ApiChange = Awaited<ReturnType<typeof api.apis.draft.diff>>['changes'][number]

/** What the saved draft changes in what is served. */
export const draftDiffHere = asking<readonly ApiChange[]>({
  ask: async (id) => (await api.apis.draft.diff({ id })).changes,
  hears: ({ domain, key }, id) => domain === 'Api' && key === id,
})

/** What publishing would change in what is served; `undefined` while nothing is, or while it is read. */
export function draftChangesHere(id: string, saved: GatewayApi): readonly ApiChange[] | undefined {
  const here = isServed(saved) ? draftDiffHere(id).value : undefined
  return here?.state === 'ready' ? here.value : undefined
}
