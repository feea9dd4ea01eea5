import type { Identity } from '../callers/caller.ts'
import { normalizeGrants } from '../callers/grants.ts'
import type { AuthorizedPatterns } from '../callers/grants-schema.ts'
import type { Store } from '../ports.ts'
import { idsInUse } from '../uses/api-uses.ts'

/** A gateway that calls the API. */
export interface GatewayCaller {
  /** The id of the gateway, as events name it. @default 'gateway' */
  readonly id?: string
  /** @default the id */
  readonly name?: string
  /** What workflows may do beyond the rights of every gateway, in any spelling of grants. @default nothing */
  readonly grants?: Identity['authorizedPatterns']
}

/**
 * The identity with which a gateway calls the API, in this process or by a gateway key. It reads features, segments,
 * configs and experiments, records what clients of experiments do, and runs the workflows that deployed APIs and drafts
 * name, and no others. Look it up for each call: publications change the workflows. `store` is the store of the Signalbox.
 *
 * @example
 * const identity = await gatewayIdentity(store, { grants: [{ pattern: 'cart:*', domains: ['Workflow'] }] })
 * const { result } = await box.as(identity).workflows.run({ id: 'quote', body: { input } })
 */
export async function gatewayIdentity(
  store: Pick<Store, 'scan'>,
  { id = 'gateway', name = id, grants = [] }: GatewayCaller = {},
): Promise<Identity<GatewayDomain>> {
  const workflows = await idsInUse(store, 'workflow', ['served', 'draft'])
  return {
    ...{ id, name, kind: 'Gateway' },
    authorizedPatterns: [
      { pattern: '*', rights: ['R'], domains: ['Feature', 'Segment', 'Config', 'Experiment'] },
      ...workflows.map((pattern): Grant => ({ pattern, rights: ['R'], domains: ['Workflow'] })),
      ...(normalizeGrants(grants) as Grant[]),
    ],
  }
}

/** The domains in which every gateway has rights. */
type GatewayDomain = 'Feature' | 'Segment' | 'Config' | 'Experiment' | 'Workflow'
type Grant = AuthorizedPatterns<GatewayDomain>[number]
