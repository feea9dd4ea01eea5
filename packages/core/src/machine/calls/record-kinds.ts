import type { Contract } from '../../operation.ts'
import { type Listed, operations } from './map-operations.ts'
import { type Transfer, transfers } from './transfers.ts'

/** A kind of records each of which can be read, written and deleted alone. */
export interface RecordKind extends Transfer {
  /** The member that holds the id. */
  readonly id: string
  readonly get: Listed
  readonly remove: Listed
}

/**
 * All kinds whose records can be read, uploaded and deleted one by one, ordered so that each comes after the kinds that it
 * refers to.
 *
 * @example
 * recordKinds(contract).map(({ kind }) => kind) // ['scripts', 'segments', 'features', …]
 */
export function recordKinds(contract: Contract): readonly RecordKind[] {
  const all = operations(contract)
  const operationOn = (method: string, kind: string): Listed | undefined =>
    all.find(({ operation }) => operation.method === method && operation.path === `/api/${kind}/{id}`)
  return transfers(contract).flatMap((transfer) => {
    const { kind, id } = transfer
    const [get, remove] = [operationOn('GET', kind), operationOn('DELETE', kind)]
    return id !== undefined && get && remove ? [{ ...transfer, id, get, remove }] : []
  })
}

/** The id of a record; `undefined` if it has none. */
export function idIn({ id: name }: Pick<RecordKind, 'id'>, record: object): string | undefined {
  const id: unknown = Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
