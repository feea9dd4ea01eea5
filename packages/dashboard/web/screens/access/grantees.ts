import type { Grantee } from '@signalbox/core/grants'
import type { AnyRecord } from '../../values/id-of.ts'
import { type AllRecords, createAllRecords } from '../listing/all-records.ts'

/** The kinds of records that have grants. */
export type GranteeKind = 'users' | 'apiKeys'

/** A user or an API key, as lists show it. */
export interface ListedGrantee extends AnyRecord, Grantee {
  readonly name: string
  readonly email?: string
  readonly temporary?: boolean
}

/** All users, or all API keys, kept fresh by events. */
export type Grantees = AllRecords<ListedGrantee>

const fields = {
  users: 'id,name,email,admin,temporary,authorizedPatterns',
  apiKeys: 'clientId,name,admin,authorizedPatterns',
} as const

const lists = new Map<GranteeKind, Grantees>()

/** The users or the API keys. The first call loads them. */
export function granteesOf(kind: GranteeKind): Grantees {
  const known = lists.get(kind)
  if (known) return known
  const created = createAllRecords<ListedGrantee>(kind, fields[kind])
  lists.set(kind, created)
  void created.load()
  return created
}
