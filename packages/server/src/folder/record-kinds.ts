import { contract, idIn, recordKinds as kindsOf, type Operation, type RecordKind } from '@signalbox/core'
import type { TSchema } from '@signalbox/core/contract'
import { nearest } from '@signalbox/core/evaluate'
import { printable } from './printable.ts'

export { idIn, type RecordKind }

type Stream = Extract<Operation['body'], { encoding: unknown }>

/** All kinds of records that folders hold, ordered so that each comes after the kinds that it refers to. */
export const recordKinds: readonly RecordKind[] = kindsOf(contract)

/** The schema of the records of a kind, as lines of uploads. */
export const schemaOf = ({ import: { operation } }: RecordKind): TSchema => (operation.body as Stream).items

/** The sentence about a name that is no kind of records, with the nearest one. */
export function unknownKind(name: string): string {
  const names = recordKinds.map(({ kind }) => kind)
  const [first = ''] = name.split('/')
  const like = nearest(first, names)
  const hint = like === undefined ? '' : ` (did you mean ${like}?)`
  return `${printable(first)} is not a kind of records${hint}; the kinds are ${names.join(', ')}`
}
