import { withMembers } from '../../record/members.ts'
import type { GatewayApi } from './gateway-api.ts'

/** Whether an API is served in its state, as far as it is enabled. */
export const isServed = ({ state }: Pick<GatewayApi, 'state'>): boolean =>
  state === 'published' || state === 'deprecated'

/** The kind of record that edits of an API go to: its draft while it is served, else the API itself. */
export const editedKind = (saved: GatewayApi | undefined): 'apis' | 'drafts' =>
  saved && isServed(saved) ? 'drafts' : 'apis'

/** A definition with the state and the announcements of the saved API, which are effective without a publication. */
export const withLifeOf = (
  definition: GatewayApi,
  { state, versions, deprecated_at, sunset_at, successor }: GatewayApi,
): GatewayApi => withMembers(definition, { state, versions, deprecated_at, sunset_at, successor })
