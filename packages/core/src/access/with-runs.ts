import type { Identity } from '../callers/caller.ts'
import { keepSealingRoot, sealingRootIn } from '../callers/sealing-of.ts'
import type { Store } from '../ports.ts'
import { idsInUse } from '../uses/api-uses.ts'

/** The identity of a gateway key, with the right to run the workflows that deployed APIs and drafts name at this moment. */
export async function withRuns(store: Pick<Store, 'scan'>, identity: Identity): Promise<Identity> {
  const workflows = await idsInUse(store, 'workflow', ['served', 'draft'])
  if (workflows.length === 0) return identity
  const { authorizedPatterns = [] } = identity
  const runs = { pattern: workflows.join(','), rights: ['R' as const], domains: ['Workflow'] }
  const granted = { ...identity, authorizedPatterns: [...(authorizedPatterns as (typeof runs)[]), runs] }
  return keepSealingRoot(granted, sealingRootIn(identity))
}
