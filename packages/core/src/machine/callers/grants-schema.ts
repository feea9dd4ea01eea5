import { pattern } from '../errors/in-words.ts'
import { choice, object, type Static, Type } from '../schema/schema.ts'
import type { Domains } from './domains.ts'
import { GRANT_PATTERN, GRANT_PATTERN_RULE, rights } from './rights.ts'

/** One grant in the contract's form. */
const grantSchema = <const D extends string>({ names, granted }: Domains<D>) =>
  object({
    pattern: Type.String({
      pattern: pattern(GRANT_PATTERN.source, GRANT_PATTERN_RULE),
      description: 'Key patterns, separated by commas',
    }),
    rights: Type.Optional(
      Type.Array(choice(rights), { description: 'R is always included. Absent: all four; empty: only R' }),
    ),
    domains: Type.Optional(
      Type.Array(choice<readonly (D | '*')[]>([...names, '*']), {
        description: `Absent: ${granted.join(', ')}; "*": all`,
      }),
    ),
  })

/** The schema of grants over these domains. */
export const grantsSchema = <const D extends string>(domains: Domains<D>) => Type.Array(grantSchema(domains))

/** Grants: which records a caller may read and write, as key patterns with rights and domains. */
export type AuthorizedPatterns<D extends string = string> = Static<ReturnType<typeof grantsSchema<D>>>
