import { etagOf } from '@signalbox/client'
import type { SignalboxApi } from '@signalbox/core/contract'
import { isSame } from '../../../values/is-same.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

type Apis = SignalboxApi['apis']

/** What a draft is put back with. */
interface DraftCalls {
  readonly get: Apis['get']
  readonly draft: Pick<Apis['draft'], 'get' | 'replace'>
}

/**
 * Saves a draft again that was discarded. Resolves with whether it is saved: a draft that someone began meanwhile is not
 * overwritten.
 */
export async function putBackDraft({ get, draft }: DraftCalls, id: string, body: GatewayApi): Promise<boolean> {
  const [saved, now] = await Promise.all([get({ id }), draft.get({ id })])
  // Without a draft, the saved API is read.
  if (!isSame(bare(saved), bare(now))) return false
  const tag = etagOf(now)
  try {
    await draft.replace({ id, body }, tag === undefined ? {} : { ifMatch: tag })
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'PRECONDITION_FAILED') return false
    throw error
  }
}

const bare = ({ deployments: _, ...definition }: GatewayApi & { readonly deployments?: unknown }) => definition
