import type { api } from '../../calls/api.ts'

/** How a data plane would treat a request. */
export type Explanation = Awaited<ReturnType<typeof api.gateway.explain>>

/** A route that was considered, and why it does not take the request. */
export type Considered = Explanation['candidates'][number]

/** What a feature or an experiment decided about the request. */
export type Release = NonNullable<Explanation['releases']>[number]

/** The name of what the caller may not read. */
export const HIDDEN = 'hidden'
