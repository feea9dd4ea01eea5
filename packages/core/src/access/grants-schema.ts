import { domainNames } from '../events/event.ts'
import type { Static } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'
import { defaultDomains, GRANT_PATTERN, rights } from './rights.ts'

/** One grant in the contract's form. */
const grantSchema = object({
  pattern: Type.String({ pattern: GRANT_PATTERN.source, description: 'Key patterns separated by commas' }),
  rights: Type.Optional(Type.Array(choice(rights), { description: 'R is implied; absent: all four; empty: R alone' })),
  domains: Type.Optional(
    Type.Array(choice([...domainNames, '*']), { description: `Absent: ${defaultDomains.join(', ')}; "*": all` }),
  ),
})

/** Which records someone may see and change. */
export const grantsSchema = Type.Array(grantSchema)

/** Which records someone may see and change: key patterns with rights and domains. */
export type AuthorizedPatterns = Static<typeof grantsSchema>
