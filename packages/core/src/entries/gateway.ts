/** What a data plane needs: compiles APIs into routes, and renders its own responses. Without a store or handlers. */

export { type ConsumerFacts, contextOf } from '../audiences/consumer.ts'
export { type IsInAudience, visibleTo } from '../audiences/visible-to.ts'
export type { Condition } from '../conditions/condition.ts'
export { type CauseId, causes } from '../error-pages/causes.ts'
export { createErrorPages, type ErrorPages } from '../error-pages/create-error-pages.ts'
export type { ErrorTemplate } from '../error-pages/error-template.ts'
export type { ErrorPage, GatewayError } from '../error-pages/gateway-error.ts'
export type { ProxyError } from '../error-pages/proxy-error.ts'
export { proxyStatus } from '../error-pages/proxy-status.ts'
export { errorTemplateIds, renderError } from '../error-pages/render.ts'
export { type Assignment, assignments } from '../experiments/assign.ts'
export { compileLayer } from '../experiments/layers/compile-layer.ts'
export { type Addressed, addressOf, isPattern, urlAt } from '../gateway/apis/address-of.ts'
export type { ApiDefinition, GatewayApi } from '../gateway/apis/api.ts'
export { audiencesOf } from '../gateway/apis/audiences-of.ts'
export { clientDefaults } from '../gateway/apis/defaults.ts'
export { diffApis } from '../gateway/apis/diff.ts'
export { transitions } from '../gateway/apis/lifecycle.ts'
export { isPageSegment, linkedPath, pagePath, portalNames } from '../gateway/apis/page-paths.ts'
export { storedBackendsOf } from '../gateway/apis/references.ts'
export type { ApiChange, MemberChange } from '../gateway/apis/report-schema.ts'
export { servedDefinition } from '../gateway/apis/served-definition.ts'
export type { StoredBackend } from '../gateway/backends/backend.ts'
export { isHeldBack, isOwnHeader } from '../gateway/client-headers.ts'
export { healthCheckDefaults, outlierDefaults } from '../gateway/compile/backends/backend-defaults.ts'
export { type CompileReferences, compile } from '../gateway/compile/compile.ts'
export type {
  CompiledBackend,
  CompiledMatch,
  CompiledRoute,
  CompiledSlot,
  Refusal,
} from '../gateway/compile/compiled-route.ts'
export { forwardPath, strippedPrefix } from '../gateway/compile/forward-path.ts'
export type { OtherApi } from '../gateway/compile/lifecycle.ts'
export { asOther, successorsOf } from '../gateway/compile/lifecycle.ts'
export { severityOf } from '../gateway/compile/warnings.ts'
export { asOpenApi, isOpenApi, openApiCandidates } from '../gateway/import-openapi/openapi-resources.ts'
export { createResolver, type Resolve } from '../gateway/import-openapi/resolve.ts'
export { type RoutePath, toRoutePath } from '../gateway/import-openapi/route-path.ts'
export type { FindParameter, Unfit } from '../gateway/import-openapi/route-segments.ts'
export {
  allowanceBits,
  bitsOf,
  type CanonicalPath,
  canonicalPath,
  isCanonical,
  type PathRefusal,
} from '../gateway/routes/canonical-path.ts'
export { type RouteCondition, readCondition } from '../gateway/routes/conditions.ts'
export { namesOf, type PathSegment, segmentKinds } from '../gateway/routes/path-grammar.ts'
export { type Counts, createCounts } from '../machine/answers/counts.ts'
export { type Problem, type Problems, problem } from '../machine/errors/errors.ts'
export { networkOf } from '../machine/guessing/network-of.ts'
export { isObject, type JsonObject, own, setOwn } from '../machine/json/json.ts'
export { fitsParts } from '../machine/keys/pattern.ts'
export { createWaiters, type Waiters } from '../machine/log/waiters.ts'
export { chooseType } from '../machine/net/accept.ts'
export { type AddressKind, ipv4sIn, kindOfAddress, reasonAgainstAny } from '../machine/net/judge-address.ts'
export {
  type LinearPattern,
  linearPattern,
  linearReplacement,
  linearSearch,
  tryPattern,
} from '../machine/schema/linear-pattern.ts'
export { schemaProblems } from '../machine/schema/validate.ts'
export type { SchemaError } from '../machine/schema/validators.ts'
export { hashState, murmur3 } from '../machine/secrets/hash.ts'
export { type FastHash, hostHash } from '../machine/secrets/host-hash.ts'
export { processDigest } from '../machine/secrets/process-digest.ts'
export { toHex } from '../machine/secrets/random-text.ts'
export { type SealingKey, sealingKeyOf } from '../machine/secrets/sealing-key.ts'
export { digest, isEqual, keyedDigest, noSecret } from '../machine/secrets/secret.ts'
export {
  isPrivateKey,
  isSecretInQuery,
  isSecretMember,
  isSecretName,
  isSecretParameter,
  isSettings,
  isWithheldParameter,
} from '../machine/secrets/secret-names.ts'
export { type TimeZone, timeZone, toInstant } from '../machine/time/time.ts'
export { planMoves } from '../plans/plan-life.ts'
export { createCatalog, type PluginCatalog } from '../plugins/create-catalog.ts'
export type { PluginName } from '../plugins/index.ts'
export { PLUGIN_PREFIX, type PluginDefinition } from '../plugins/plugin.ts'
export type { Clock, Random, Report, ScriptEngines, ScriptOutcome } from '../ports.ts'
export type { ApiOutcomes } from '../serving/outcomes.ts'
export {
  type BackendStatus,
  type TargetStateName,
  type TargetStatus,
  targetStates,
} from '../serving/planes/backend-status.ts'
export type { Capture, CapturedBody } from '../serving/planes/capture.ts'
export type { DataPlane, PlaneStatus } from '../serving/planes/data-plane.ts'
export { fromBase64Url, toBase64Url } from '../serving/sealed/base64url.ts'
export { type LineMac, macOf } from '../serving/sealed/mac-of.ts'
export { openUnit } from '../serving/sealed/open-unit.ts'
export { type SealedUnit, sealUnit } from '../serving/sealed/seal-unit.ts'
export { loadCookieKey, loadSignInKey } from '../serving/signing/cookie-key.ts'
export type { SigningKey } from '../serving/signing/signing-key.ts'
export { createLiveConsumers, type LiveConsumers, type LiveCredential } from '../serving/source/live-consumers.ts'
export type { ServedExperiment } from '../serving/source/served-experiment.ts'
export type { GatewaySource, GatewayUnit, SourcedApi } from '../serving/source/source.ts'
export { SNAPSHOT_FORMAT, type SourceFacts } from '../serving/source/wire-units.ts'
export type { ToldDecision } from '../serving/tail/decision.ts'
export type { ExplainRequest, Explanation } from '../serving/tail/explanation.ts'
export type { TailEvent, TailFilter, ToldTailEvent } from '../serving/tail/tail-event.ts'
export { type Tailing, tailOf } from '../serving/tail/tail-stream.ts'
export type { ApiTraffic, RouteTraffic, Traffic } from '../serving/tail/traffic.ts'
export type { StoredCredential } from '../subscriptions/credential.ts'
export type { SecretStanding } from '../subscriptions/rotation.ts'
export { isRotationDue, standingOf } from '../subscriptions/rotation.ts'
export type { StoredSubscription } from '../subscriptions/subscription.ts'
export { stateOf } from '../subscriptions/subscription-states.ts'
export { type RefusalReason, reasonAgainst } from '../subscriptions/verify.ts'
export { quotaKeyOf } from '../usage/quota-key.ts'
export type { QuotaUse, UsageBatch, UsageEntry } from '../usage/usage-batch.ts'
export { hourOf, monthOf } from '../usage/usage-hours.ts'
