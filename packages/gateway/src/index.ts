export type { Capture, TailEvent, TailFilter, ToldDecision as Decision } from '@signalbox/core/gateway'
export type { SpanTracer, TracingApi } from '@signalbox/core/opentelemetry'
export type { FailureDetail } from './backend/failures.ts'
export type { Target } from './backend/target.ts'
export type { TargetPolicy, TargetSettings } from './backend/target-policy.ts'
export type { BackendChange } from './backends/backends.ts'
export type { Identified } from './consumers/identified.ts'
export { type Admission, identifying } from './consumers/identify.ts'
export { createGateway } from './create-gateway.ts'
export type {
  ExperimentRecord,
  ExperimentRecordResult,
  FeatureContext,
  GatewayEngines,
  GatewayExperiments,
  GatewayFeatures,
  GatewayWorkflows,
} from './engines/engines.ts'
export type { CodedAnswer, Decided, Ended } from './exchange/decided.ts'
export type { RequestInfo } from './fetch/request-info.ts'
export type { Gateway, GatewayOptions } from './gateway.ts'
export type { HeaderEdits, HeaderView } from './headers/header-view.ts'
export type { CalendarUse } from './limits/calendar-use.ts'
export type { LeaseAnswer, LeaseAsk, LimitCarrier } from './limits/carrier.ts'
export type { Limiter, LimitPolicy, Taken } from './limits/limiter.ts'
export type { GatewayLimits, LimitPorts, Limits } from './limits/limits.ts'
export { localLimits } from './limits/local-limits.ts'
export { type MemoryCarrier, memoryCarrier } from './limits/memory-carrier.ts'
export { type SharedLimitsOptions, sharedLimits } from './limits/shared-limits.ts'
export type { AccessLogOptions } from './observe/access-log.ts'
export type { TracingOptions } from './observe/tracing-options.ts'
export type { Pipeline, Responded } from './pipeline/pipeline.ts'
export type { ClientCertificate, Codings } from './plugin-api/connection.ts'
export type { Consumer, Exchange, Outcome, ReleaseNote, ResponseHead } from './plugin-api/exchange.ts'
export type { Answer, BodyCoding, BodyTransform, Coding } from './plugin-api/hooks.ts'
export {
  type Denied,
  defineGatewayPlugin,
  type GatewayPlugin,
  type Hooks,
  type Refused,
  RefusedError,
  type Verdict,
} from './plugin-api/own-plugin.ts'
export { type SlotContext, type Stage, stages } from './plugin-api/plugin.ts'
export type { AnyCause } from './plugin-api/refused.ts'
export type { SideCall, SideRequest, SideResponse } from './plugin-api/side-call.ts'
export { type FollowGatewayOptions, followGateway, type RemoteGatewaySource } from './remote/follow-gateway.ts'
export {
  type FollowSnapshotsOptions,
  followSnapshots,
  type GatewaySnapshot,
  type GatewaySnapshots,
} from './remote/follow-snapshots.ts'
export type { SignedFile } from './remote/signed-file.ts'
export type { Incoming } from './request/incoming.ts'
export { createRouter } from './router/create-router.ts'
export { explainRoute, type RouteExplanation } from './router/explain.ts'
export type { Because, Candidate, Found, Recorder, RouteRequest, Router, RouterEntry } from './router/router.ts'
export type { StaticRoutes } from './served/static-routes.ts'
export { staticRoutes } from './served/static-routes.ts'
export type { GatewayState, Spool, SpoolEntry } from './state/state.ts'
