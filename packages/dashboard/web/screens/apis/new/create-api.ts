import { api } from '../../../api.ts'
import type { AnyRecord } from '../../../kinds.ts'
import { operationsOf } from '../../../kinds.ts'
import { firstBackend } from './first-backend.ts'
import type { NewFields } from './new-fields.ts'
import { membersOf } from './new-fields.ts'

/** Creates an API from what was typed. */
export async function createApi(fields: NewFields): Promise<AnyRecord> {
  const first = firstBackend(fields.backend)
  const { id } = fields
  const body = { id, name: id, ...membersOf(fields), ...('members' in first && first.members) }
  return operationsOf('apis').create({ body })
}

/** Duplicates an API. Its domain stays: two APIs of one domain differ by their context paths. */
export async function duplicateApi(fields: NewFields): Promise<AnyRecord> {
  const { domain: _domain, ...members } = membersOf(fields)
  return (await api.apis.duplicate({ id: fields.source, body: { id: fields.id, ...members } })) as AnyRecord
}
