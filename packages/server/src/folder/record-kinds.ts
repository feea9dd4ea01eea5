import { contract, type Operation, operations, type Transfer, transfers } from '@signalbox/core'
import type { TSchema } from '@signalbox/core/contract'
import { nearest } from '@signalbox/core/evaluate'
import { printable } from './printable.ts'

type Stream = Extract<Operation['body'], { encoding: unknown }>

/** One operation of the API, found in any Signalbox or client. */
type Found = Transfer['export']

/** A kind of records that folders hold: each record can be read, written and deleted alone. */
export interface RecordKind extends Transfer {
  /** The member that holds the id. */
  readonly id: string
  readonly get: Found
  readonly remove: Found
}

const all = operations(contract)

const operationOn = (method: string, kind: string): Found | undefined =>
  all.find(({ operation }) => operation.method === method && operation.path === `/api/${kind}/{id}`)

/** All kinds of records that folders hold, ordered so that each comes after the kinds that it refers to. */
export const recordKinds: readonly RecordKind[] = transfers(contract).flatMap((transfer) => {
  const { kind, id } = transfer
  const [get, remove] = [operationOn('GET', kind), operationOn('DELETE', kind)]
  return id !== undefined && get && remove ? [{ ...transfer, id, get, remove }] : []
})

/** The schema of the records of a kind, as lines of uploads. */
export const schemaOf = ({ import: { operation } }: RecordKind): TSchema => (operation.body as Stream).items

/** The id of a record; `undefined` if it has none. */
export function idIn({ id: name }: Pick<RecordKind, 'id'>, record: object): string | undefined {
  const id: unknown = Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The sentence about a name that is no kind of records, with the nearest one. */
export function unknownKind(name: string): string {
  const names = recordKinds.map(({ kind }) => kind)
  const [first = ''] = name.split('/')
  const like = nearest(first, names)
  const hint = like === undefined ? '' : ` (did you mean ${like}?)`
  return `${printable(first)} is not a kind of records${hint}; the kinds are ${names.join(', ')}`
}
