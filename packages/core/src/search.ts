import type { Domain } from './events/event.ts'
import type { CallContext } from './operation.ts'
import type { Collection } from './records/collection.ts'
import { idOf } from './records/resource.ts'

/** Records of some kinds by their ids, kind by kind, as far as the caller may see them; 50 unless another `limit` is given. */
export async function search(
  kinds: readonly Pick<Collection, 'resource' | 'scan'>[],
  { pattern, limit = 50 }: { pattern?: string; limit?: number },
  call: CallContext,
) {
  const results: { domain: Domain; id: string }[] = []
  for (const { resource, scan } of kinds)
    for await (const record of scan(pattern, call)) {
      if (results.length === limit) return results
      results.push({ domain: resource.domain, id: idOf(resource, record) })
    }
  return results
}
