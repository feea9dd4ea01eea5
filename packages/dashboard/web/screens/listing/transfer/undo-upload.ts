import { etagOf } from '@signalbox/client'
import type { Because } from '../../../confirm/because.ts'
import type { Operations } from '../../../records/operations.ts'
import { idOf } from '../../../values/id-of.ts'
import { isSame } from '../../../values/is-same.ts'
import { inLots } from '../bulk/in-lots.ts'
import type { Uploaded, Uploading } from './upload.ts'

/** The operations that take an upload back. */
type Undoing = Pick<Operations, 'get' | 'delete' | 'replace'>

/** What became of the records of an upload that was taken back. */
export interface Undone {
  /** How many records were deleted or restored. */
  readonly done: number
  /** How many records stay, because they were changed or deleted after the upload. */
  readonly left: number
  /** Why the others could not be taken back. */
  readonly errors: readonly unknown[]
}

const AT_ONCE = 8

/**
 * Takes an upload back, record by record: deletes those that it created, and restores those that it replaced. Records
 * that changed after the upload stay.
 */
export async function undoUpload(
  operations: Undoing,
  { changes }: Pick<Uploaded, 'changes'>,
  because: Because = {},
): Promise<Undone> {
  const { done, failed } = await inLots(changes, AT_ONCE, (change) => undo(operations, change, because))
  const errors = failed.map(({ error }) => error)
  const others = errors.filter((error) => !isChanged(error))
  return { done: done.length, left: errors.length - others.length, errors: others }
}

async function undo(operations: Undoing, { before, after }: Uploading, because: Because): Promise<unknown> {
  const id = idOf(after)
  const current = await operations.get({ id })
  if (!isSame(current, after)) throw changed
  const ifMatch = etagOf(current)
  const options = { ...because, ...(ifMatch !== undefined && { ifMatch }) }
  return before ? operations.replace({ id, body: before }, options) : operations.delete({ id }, options)
}

const changed = Object.assign(new Error('The record was changed after the upload'), { code: 'PRECONDITION_FAILED' })

const isChanged = (error: unknown): boolean =>
  ['PRECONDITION_FAILED', 'NOT_FOUND'].includes((error as { code?: string }).code ?? '')
