export type { Capture, TailEvent, TailFilter, ToldDecision as Decision } from '@signalbox/core/gateway'
export type { SpanTracer, TracingApi } from '@signalbox/core/opentelemetry'
export type { BackendChange } from './backends/backends.ts'
export type { TargetPolicy, TargetSettings } from './backends/target-policy.ts'
export { type Admission, type Identified, identifying } from './consumers/identify.ts'
export { createGateway } from './create-gateway.ts'
export type {
  ExperimentRecord,
  ExperimentRecordResult,
  FeatureContext,
  GatewayEngines,
  GatewayExperiments,
  GatewayFeatures,
  GatewayWorkflows,
} from './engines.ts'
export type { Gateway, GatewayOptions, RequestInfo, StaticRoutes } from './gateway.ts'
export type { CalendarUse } from './limits/calendar-use.ts'
export type { LeaseAnswer, LeaseAsk, LimitCarrier } from './limits/carrier.ts'
export type { Limiter, LimitPolicy, Taken } from './limits/limiter.ts'
export type { GatewayLimits, LimitPorts, Limits } from './limits/limits.ts'
export { localLimits } from './limits/local-limits.ts'
export { type MemoryCarrier, memoryCarrier } from './limits/memory-carrier.ts'
export { type SharedLimitsOptions, sharedLimits } from './limits/shared-limits.ts'
export type { AccessLogOptions } from './observe/access-log.ts'
export type { TracingOptions } from './observe/tracing-options.ts'
export type {
  Consumer,
  Exchange,
  HeaderEdits,
  HeaderView,
  Outcome,
  ReleaseNote,
  ResponseHead,
} from './pipeline/exchange.ts'
export type { CodedAnswer, Decided, Ended, FailureDetail, Pipeline, Responded, Target } from './pipeline/pipeline.ts'
export {
  type Denied,
  defineGatewayPlugin,
  type GatewayPlugin,
  type Hooks,
  type Refused,
  RefusedError,
  type Verdict,
} from './plugins/own-plugin.ts'
export {
  type Answer,
  type BodyCoding,
  type BodyTransform,
  type Coding,
  type SideCall,
  type SideRequest,
  type SideResponse,
  type SlotContext,
  type Stage,
  stages,
} from './plugins/plugin.ts'
export type { AnyCause } from './plugins/refused.ts'
export { type FollowGatewayOptions, followGateway, type RemoteGatewaySource } from './remote/follow-gateway.ts'
export {
  type FollowSnapshotsOptions,
  followSnapshots,
  type GatewaySnapshot,
  type GatewaySnapshots,
} from './remote/follow-snapshots.ts'
export type { SignedFile } from './remote/signed-file.ts'
export type { ClientCertificate, Codings, Incoming } from './request/incoming.ts'
export { createRouter } from './router/create-router.ts'
export { explainRoute, type RouteExplanation } from './router/explain.ts'
export type { Because, Candidate, Found, Recorder, RouteRequest, Router, RouterEntry } from './router/router.ts'
export type { GatewayState, Spool, SpoolEntry } from './state/state.ts'
export { staticRoutes } from './static-routes.ts'
