import { object, Type } from '../machine/schema/schema.ts'
import { defineSlice, type Named } from '../slice.ts'
import { usageCountsSchema, usageRowSchema } from '../usage/usage-schema.ts'
import { servingContract } from './contract.ts'
import { examples } from './examples.ts'
import type { ServingParts } from './handlers.ts'
import { apiOutcomesSchema } from './outcomes.ts'
import { listedBackendSchema, targetStatusSchema } from './planes/backend-status.ts'
import { bodySchema, listedCaptureSchema } from './planes/capture.ts'
import { listedPlaneSchema } from './planes/data-plane.ts'
import { decisionSchema } from './tail/decision.ts'
import { explainRequestSchema, explanationSchema, releaseSchema } from './tail/explanation.ts'
import { tailEventSchema } from './tail/tail-event.ts'
import { apiTrafficSchema, listedTrafficSchema } from './tail/traffic.ts'

const slice = defineSlice({
  name: 'serving',
  contract: { gateway: servingContract },
  emits: { GATEWAYKEY_REPORT_REFUSED: object({ instance: Type.String(), count: Type.Integer() }) },
  tags: { gateway: 'Data planes, which serve the APIs' },
  named: {
    ExplainRequest: explainRequestSchema,
    RouteExplanation: explanationSchema,
    RequestDecision: decisionSchema,
    TailEvent: tailEventSchema,
    Capture: listedCaptureSchema,
    CapturedBody: bodySchema,
    RequestRelease: releaseSchema,
    DataPlane: listedPlaneSchema,
    BackendStatus: listedBackendSchema,
    TargetStatus: targetStatusSchema,
    Traffic: listedTrafficSchema,
    ApiTraffic: apiTrafficSchema,
    ApiOutcomes: apiOutcomesSchema,
    Usage: usageRowSchema,
    UsageTotals: usageCountsSchema,
  },
  examples,
  open: async (parts: ServingParts) => (await import('./handlers.ts')).openServing(parts),
})

/** A named type for the slice: declarations refer to it instead of expanding the whole type. */
export interface ServingSlice extends Named<typeof slice> {}

/** The slice of data planes: what they serve, and what they tell. */
export const servingSlice: ServingSlice = slice
