import { Type } from '../machine/schema/schema.ts'
import type { Plugin } from './plugin.ts'

/** The backend that gets the traffic. */
export const backend = Type.String({
  minLength: 1,
  description: 'The id of a backend of the API, or of a backend that all APIs can use',
})

/** A percentage of requests. */
export const percent = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }))

/** The reference to that backend. */
export const references: Plugin['references'] = [{ at: ['backend'], to: 'backend' }]
