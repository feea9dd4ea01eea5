import { type Caller, lacking, toCaller } from '../machine/callers/caller.ts'
import { isGateway } from '../machine/callers/gateway-caller.ts'
import type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
import type { Reads } from '../ports.ts'
import { isUsed } from '../uses/api-uses.ts'
import { workflows } from './workflow.ts'

/** With whose rights a workflow runs, and whose share of the concurrent runs it takes; by default the caller's. */
export interface RunRights {
  readonly caller: Caller
  readonly share?: string
}

/**
 * Decides with which rights callers run a stored workflow. Gateways run workflows that a deployed API or a draft names:
 * with `grants` alone, and each workflow has its own share. Throws FORBIDDEN for other workflows. Other callers run
 * workflows with their own rights.
 */
export function createRunRights(store: Reads, grants: AuthorizedPatterns) {
  const runners = new WeakMap<Caller, Caller>()

  function runnerFor(caller: Caller): Caller {
    const known = runners.get(caller)
    if (known || !caller.authInfo) return known ?? caller
    const runner = toCaller({ ...caller.authInfo, authorizedPatterns: grants })
    runners.set(caller, runner)
    return runner
  }

  return async (id: string, caller: Caller): Promise<RunRights> => {
    if (!isGateway(caller)) return { caller }
    const workflow = { kind: 'workflow', id } as const
    const isNamed = (await isUsed(store, workflow, '*', 'served')) || (await isUsed(store, workflow, '*', 'draft'))
    if (!isNamed) throw lacking('R', workflows.domain, id)
    return { caller: runnerFor(caller), share: `gateway ${id}` }
  }
}
