import { linesOf } from '../machine/records/resource.ts'
import { Type } from '../machine/schema/schema.ts'
import { restrictionsSchema } from '../plans/access-modes.ts'
import { askedMembers } from '../plans/asked.ts'
import { lifecycleMembers } from '../plans/lifecycle-members.ts'
import { planSchema } from '../plans/plan.ts'
import { catalogEntrySchema } from '../plugins/catalog-entry.ts'
import { pluginsDescribed } from '../plugins/described.ts'
import { defineSlice, type Named } from '../slice.ts'
import { apiDefinitionSchema, apiIdSchema, apiSchema, apis, deploymentSchema } from './apis/api.ts'
import { documentationSchema } from './apis/documentation.ts'
import {
  apiBackendClientSchema,
  apiBackendSchema,
  backendSchema,
  backendSettings,
  backends,
  targetSchema,
  tlsSchema,
} from './backends/backend.ts'
import { compiledBackendSchema, compiledRouteSchema, deprecationSchema } from './compile/compiled-route.ts'
import { allRoutes, apiRoutes, draftRoutes } from './compile/contract.ts'
import { apiContract, backendContract } from './contract.ts'
import { examples } from './examples.ts'
import { apiFlowSchema } from './flows/flow.ts'
import type { GatewayParts } from './handlers.ts'
import { apiRouteSchema } from './routes/route.ts'

const slice = defineSlice({
  name: 'gateway',
  contract: {
    apis: { ...apiContract, draft: { ...apiContract.draft, routes: draftRoutes }, routes: apiRoutes },
    backends: backendContract,
    routes: allRoutes,
  },
  kinds: [apis, backends],
  isServed: true,
  emits: {
    API_DEPLOYED: Type.Unknown(),
    API_DRAFT_CREATED: Type.Unknown(),
    API_DRAFT_UPDATED: Type.Unknown(),
    API_DRAFT_DELETED: Type.Unknown(),
  },
  tags: {
    apis: 'APIs of the gateway, with drafts, deployments and routes',
    backends: 'Backends that all APIs can use',
  },
  named: {
    ApiId: apiIdSchema,
    Api: apiSchema,
    ApiDefinition: apiDefinitionSchema,
    ApiLine: linesOf(apis),
    ApiRoute: apiRouteSchema,
    ApiBackend: apiBackendSchema,
    ApiBackendClient: apiBackendClientSchema,
    BackendSettings: backendSettings,
    Target: targetSchema,
    TlsSettings: tlsSchema,
    ApiFlow: apiFlowSchema,
    ApiDocumentation: documentationSchema,
    Plan: planSchema,
    PlanApproval: askedMembers.approval,
    PlanTerms: askedMembers.terms,
    PlanForm: askedMembers.form,
    DeprecatedAt: lifecycleMembers.deprecated_at,
    SunsetAt: lifecycleMembers.sunset_at,
    Successor: lifecycleMembers.successor,
    Deprecation: deprecationSchema,
    Restrictions: restrictionsSchema,
    ApiDeployment: deploymentSchema,
    Backend: backendSchema,
    Plugin: catalogEntrySchema,
    CompiledRoute: compiledRouteSchema,
    CompiledBackend: compiledBackendSchema,
  },
  examples,
  described: [pluginsDescribed],
  open: async (parts: GatewayParts) => (await import('./handlers.ts')).openGateway(parts),
})

/** A named type for the slice: declarations refer to it instead of expanding the whole type. */
export interface GatewaySlice extends Named<typeof slice> {}

/** The gateway slice: APIs, backends and compiled routes. */
export const gatewaySlice: GatewaySlice = slice
