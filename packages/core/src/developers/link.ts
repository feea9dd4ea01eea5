import { object, type Static, Type } from '../machine/schema/schema.ts'

/** The schema of a link that works once. */
export const linkSchema = object({
  url: Type.String({
    description: 'The page to open. Relative to the portal (`~/…`) if the service does not know its address',
  }),
  token: Type.String({ description: 'The token of the link. Only in this response' }),
  until: Type.Number({ description: 'Until when the link works, in epoch milliseconds' }),
})
/** A link that works once. */
export type Link = Static<typeof linkSchema>
