import type { Kind } from '../../kinds.ts'
import { kinds } from '../../kinds.ts'

/** The kind of records of a domain, if the dashboard edits them. */
export const kindOf = (domain: string): Kind | undefined =>
  (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].domain === domain)
