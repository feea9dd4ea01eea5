export type { Credentials, Identify } from './access/authenticate.ts'
export type { OwnGatewayKey } from './access/own-gateway-keys.ts'
export { SESSION_LIFE } from './access/session-life.ts'
export type { Account, SignedIn, SignIn } from './access/sign-in.ts'
export type { ConsumerFacts } from './audiences/consumer.ts'
export type { Audiences } from './audiences/create-audiences.ts'
export type { Condition } from './conditions/condition.ts'
export type { Context } from './conditions/context.ts'
export type { ConfigDecision, ConfigEvaluation } from './configs/evaluate.ts'
export type { ConfigRule } from './configs/rule.ts'
export {
  type AuthorizedPatterns,
  type ChangeEvent,
  type Config,
  type ConsumerApi,
  contract,
  type Domain,
  domains,
  type EventOf,
  type EventType,
  type Heard,
  type Identity,
  type On,
  type SignalboxApi,
} from './contract.ts'
export type { Admit, ConsumerIdentity, Person } from './developers/accounts/admit.ts'
export type { Consumers } from './developers/accounts/consumers.ts'
export type { Link } from './developers/accounts/link.ts'
export type { DeveloperOptions, Notice, Notify, SignUp } from './developers/accounts/options.ts'
export type { ConsumerSession, ProviderPerson, SignInWith } from './developers/accounts/sign-in-with.ts'
export type { Application } from './developers/application.ts'
export type { Developer } from './developers/developer.ts'
export type { Consumer, OwnApplication } from './developers/mine.ts'
export { type CauseId, causes } from './error-pages/causes.ts'
export type { ErrorTemplate } from './error-pages/error-template.ts'
export type { ErrorPage, GatewayError } from './error-pages/gateway-error.ts'
export { errorTemplateIds, renderError } from './error-pages/render.ts'
export type { Explanation } from './features/explanation.ts'
export type { Feature, FeatureBody } from './features/feature.ts'
export type { Loading } from './features/live.ts'
export type { StrategyName } from './features/strategies/index.ts'
export type { Reason } from './features/strategies/strategy.ts'
export type { ExplainEvaluation } from './features/telemetry.ts'
export type { Flag } from './flags/flag.ts'
export type { ApiDefinition, GatewayApi } from './gateway/apis/api.ts'
export type { StoredBackend } from './gateway/backends/backend.ts'
export { type CompileReferences, compile } from './gateway/compile/compile.ts'
export type {
  Compiled,
  CompiledBackend,
  CompiledFrontend,
  CompiledMatch,
  CompiledRoute,
  CompiledSlot,
  CompileWarning,
  Refusal,
} from './gateway/compile/compiled-route.ts'
export { forwardPath, type Match } from './gateway/compile/forward-path.ts'
export type { ImportWarning } from './gateway/compile/warn.ts'
export {
  type ImportOptions,
  importOpenApi,
} from './gateway/import-openapi/import-openapi.ts'
export { readOpenApi } from './gateway/import-openapi/read-late.ts'
export type {
  DocumentLimits,
  ImportedApi,
  OpenApiImport,
  OpenApiReading,
  ReadOpenApi,
} from './gateway/import-openapi/reading.ts'
export type { DocumentationOptions } from './gateway/remote-content/options.ts'
export type { RemoteDocumentation } from './gateway/remote-content/remote-documentation.ts'
export { type RouteCondition, readCondition } from './gateway/routes/conditions.ts'
export {
  type PathFlaw,
  type PathSegment,
  type ReadPath,
  readPath,
  type SegmentPart,
  segmentKinds,
} from './gateway/routes/path-grammar.ts'
export type { ImportCounts } from './machine/answers/import-counts.ts'
export { etagOf, importCounts, oldestOf } from './machine/answers/result-metadata.ts'
export { anyone, authorize, type Caller, nobody, owner, toCaller } from './machine/callers/caller.ts'
export type { Right } from './machine/callers/rights.ts'
export { sessionOf } from './machine/callers/session-of.ts'
export { operations } from './machine/calls/map-operations.ts'
export { idIn, type RecordKind, recordKinds } from './machine/calls/record-kinds.ts'
export { type Transfer, transfers } from './machine/calls/transfers.ts'
export { checkOptions } from './machine/errors/check-options.ts'
export { errorCodes } from './machine/errors/error-codes.ts'
export {
  type ErrorCode,
  type Problem,
  type Problems,
  SignalboxError,
} from './machine/errors/errors.ts'
export { compareKeys } from './machine/keys/compare-keys.ts'
export { compileWhere, type Pattern } from './machine/keys/pattern.ts'
export type { Duties, Duty, DutyLog } from './machine/log/duties.ts'
export type { EventDraft } from './machine/log/event.ts'
export type { JsonPatchOperation } from './machine/records/contract.ts'
export { maskOf } from './machine/records/secrets/secrets.ts'
export { type MemoryStoreOptions, memoryStore } from './memory/store.ts'
export type { CallOptions, Operation, RawBody } from './operation.ts'
export type { SignalboxOptions } from './options.ts'
export type { Plan } from './plans/plan.ts'
export { createCatalog, type PluginCatalog } from './plugins/create-catalog.ts'
export type { ConfigProblems, Plugin, PluginDefinition, PluginReference } from './plugins/plugin.ts'
export type {
  Change,
  Clock,
  Committed,
  Entry,
  Fetch,
  Index,
  IndexCondition,
  IndexEntry,
  IndexPart,
  IndexScan,
  IndexValue,
  IndexWhere,
  Passwords,
  PastEvents,
  Ports,
  Random,
  Report,
  ScanOptions,
  ScriptEngine,
  ScriptEngines,
  ScriptError,
  ScriptErrorCode,
  ScriptOutcome,
  ScriptRun,
  ScriptSource,
  Store,
  StoreReplica,
  Unsubscribe,
  Versioned,
  Wait,
  Where,
} from './ports.ts'
export type { Segment } from './segments/segment.ts'
export { type GatewayCaller, gatewayIdentity } from './serving/source/gateway-identity.ts'
export { createSignalbox, type Signalbox } from './signalbox.ts'
export type { Interval } from './statistics/statistics.ts'
export { isSecretText, SECRET_FORMAT } from './subscriptions/client-secret.ts'
export type { Credential } from './subscriptions/credential.ts'
export type { Subscription } from './subscriptions/subscription.ts'
export type { RefusalReason, Verification } from './subscriptions/verify.ts'
export type { Telemetry } from './telemetry/telemetry.ts'
export type { WebhookCall } from './webhooks/telemetry.ts'
export type { WorkflowOptions } from './workflows/options.ts'
export type { WorkflowEnd } from './workflows/telemetry.ts'
export type { Workflow } from './workflows/workflow.ts'
