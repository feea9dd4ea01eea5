import type { RecordOf } from '../../../kinds/kinds.ts'

/** An API, its draft, or the definition of a deployment. */
export type GatewayApi = RecordOf<'apis'>
