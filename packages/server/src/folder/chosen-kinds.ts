import { isAllowed } from '@signalbox/core/grants'
import { type RecordKind, recordKinds, unknownKind } from './record-kinds.ts'

/** A caller, as the operation `me` returns it. */
export interface Me {
  readonly id: string
  readonly kind: string
  readonly admin: boolean
  readonly authorizedPatterns: NonNullable<Parameters<typeof isAllowed>[0]['authorizedPatterns']>
}

/** The kinds that are moved unless others are named: those without hashes of secrets, and not of the consumers of APIs. */
const configuration: readonly RecordKind[] = recordKinds.filter(
  ({ hashes, get: { operation } }) => !hashes && !(typeof operation.access === 'object' && operation.access.owned),
)

/** The kinds in a list of names separated by commas. Throws an `Error` for an unknown name. */
export function kindsNamed(names: string | undefined, otherwise = configuration): readonly RecordKind[] {
  if (names === undefined) return otherwise
  const wanted = names.split(',').filter((name) => name !== '')
  const unknown = wanted.find((name) => !recordKinds.some(({ kind }) => kind === name))
  if (unknown !== undefined || wanted.length === 0) throw new Error(`--kinds: ${unknownKind(unknown ?? names)}`)
  return recordKinds.filter(({ kind }) => wanted.includes(kind))
}

/** Whether a caller may read a record, so that its absence means that there is none. Owned records: only admins. */
export function sees(me: Me, { get: { operation } }: RecordKind, id: string): boolean {
  const { access } = operation
  if (me.admin) return true
  return typeof access === 'object' && !access.owned && isAllowed(me, { domain: access.domain, right: 'R', id })
}

/** Whether a record is the user or the API key that calls. */
export const isCaller = (me: Me, { get }: RecordKind, id: string): boolean =>
  id === me.id && get.name[0] === callers[me.kind]

/** The operations on the records of callers, by the kind of caller. */
const callers: Readonly<Record<string, string>> = { ApiKey: 'apiKeys', User: 'users' }
