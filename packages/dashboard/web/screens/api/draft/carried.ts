import type { Draft } from '../../../records/drafts.ts'
import { merge } from '../../../values/merge.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/**
 * Unsaved edits of one record as edits of another, such as those of an API as edits of its draft: only what the user
 * changed is changed there, and not what others have saved. `undefined` if the user changed no member.
 */
export const carried = (
  { value, saved, changes }: Pick<Draft<GatewayApi>, 'value' | 'saved' | 'changes'>,
  to: GatewayApi,
): GatewayApi | undefined =>
  changes.length === 0 ? undefined : (merge({ base: saved ?? {}, mine: value, theirs: to }).value as GatewayApi)
