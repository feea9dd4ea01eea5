import { api } from '../../../calls/api.ts'
import type { AnyRecord } from '../../../kinds/kinds.ts'
import { operationsOf } from '../../../records/operations.ts'
import { bodyOf } from '../../api/import/openapi-document.ts'
import { firstBackend } from './first-backend.ts'
import { membersOf, type NewFields, type Way } from './new-fields.ts'

/** Creates an API from what was typed. */
export const createApi = (way: Way, fields: NewFields): Promise<AnyRecord> => creations[way](fields)

const creations = {
  nothing(fields) {
    const first = firstBackend(fields.backend)
    const { id } = fields
    const body = { id, name: id, ...membersOf(fields), ...('members' in first && first.members) }
    return operationsOf('apis').create({ body })
  },
  document: async (fields) => (await importNew(fields)) as AnyRecord,
  /** The domain stays: two APIs of one domain differ by their context paths. */
  async copy(fields) {
    const { domain: _domain, ...members } = membersOf(fields)
    return (await api.apis.duplicate({ id: fields.source, body: { id: fields.id, ...members } })) as AnyRecord
  },
} as const satisfies Record<Way, (fields: NewFields) => Promise<AnyRecord>>

/** Imports a document as a new API, or says what that would make. */
export function importNew(fields: NewFields, dryRun?: { readonly signal: AbortSignal }) {
  const { name: _name, ...members } = membersOf(fields)
  const input = { id: fields.id, ...members, body: bodyOf(fields.document!) }
  return api.apis.importOpenApi({ ...input, ...(dryRun && { dryRun: true }) }, dryRun ?? {})
}
