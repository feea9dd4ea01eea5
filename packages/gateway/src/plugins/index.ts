import type { PluginCode } from '../plugin-api/plugin.ts'
import { additionalHeadersIn, additionalHeadersOut } from './additional-headers.ts'
import { ipAddressAllowedList, ipAddressBlockList } from './address-lists.ts'
import { allowHttpMethods } from './allow-http-methods.ts'
import { apikeyCalls } from './apikey-calls.ts'
import { canary } from './canary.ts'
import { compression } from './compression.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import { consumerUsage } from './consumer-usage.ts'
import { cors } from './cors.ts'
import { expectedConsumer } from './expected-consumer.ts'
import { experimentGoal } from './experiment-goal.ts'
import { experimentSplit } from './experiment-split.ts'
import { featureGate } from './feature-gate.ts'
import { forceHttps } from './force-https.ts'
import { hasClientCert } from './has-client-cert.ts'
import { jwtUserExtractor } from './jwt-user-extractor.ts'
import { mockResponses } from './mock-responses.ts'
import { oidcJwtVerifier } from './oidc-jwt-verifier.ts'
import { openApiValidator } from './openapi-validator.ts'
import { overrideHostCode } from './override-host.ts'
import { pathRewrite } from './path-rewrite.ts'
import { rateLimit } from './rate-limit.ts'
import { redirection } from './redirection.ts'
import { removeHeadersIn, removeHeadersOut } from './remove-headers.ts'
import { requestBodySizeLimit } from './request-body-size-limit.ts'
import { responseBodySizeLimit } from './response-body-size-limit.ts'
import { responseCache } from './response-cache.ts'
import { script } from './script.ts'
import { securityHeaders } from './security-headers.ts'
import { staticResponse } from './static-response.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { trafficMirror } from './traffic-mirror.ts'
import { buildMode, maintenanceMode } from './unavailable.ts'
import { workflowAccess } from './workflow-access.ts'
import { workflowBackend } from './workflow-backend.ts'

/** The plugins of the catalog that this data plane runs, by short id, in the order of the catalog. */
export const builtIn: Readonly<Record<string, PluginCode>> = {
  ApikeyCalls: apikeyCalls,
  JwtUserExtractor: jwtUserExtractor,
  HasClientCertMatchingValidator: hasClientCert,
  OIDCJwtVerifier: oidcJwtVerifier,
  ClientCredentialTokenEndpoint: tokenEndpoint,
  ExpectedConsumer: expectedConsumer,
  ConsumerUsage: consumerUsage,
  OverrideHost: overrideHostCode,
  Cors: cors,
  AdditionalHeadersIn: additionalHeadersIn,
  AdditionalHeadersOut: additionalHeadersOut,
  RemoveHeadersIn: removeHeadersIn,
  RemoveHeadersOut: removeHeadersOut,
  SecurityHeaders: securityHeaders,
  RateLimit: rateLimit,
  ConcurrencyLimit: concurrencyLimit,
  RequestBodySizeLimit: requestBodySizeLimit,
  ResponseBodySizeLimit: responseBodySizeLimit,
  IpAddressAllowedList: ipAddressAllowedList,
  IpAddressBlockList: ipAddressBlockList,
  AllowHttpMethods: allowHttpMethods,
  ForceHttpsTraffic: forceHttps,
  PathRewrite: pathRewrite,
  Canary: canary,
  TrafficMirror: trafficMirror,
  Compression: compression,
  ResponseCache: responseCache,
  MaintenanceMode: maintenanceMode,
  BuildMode: buildMode,
  Redirection: redirection,
  StaticResponse: staticResponse,
  OpenApiValidator: openApiValidator,
  MockResponses: mockResponses,
  FeatureGate: featureGate,
  ExperimentSplit: experimentSplit,
  ExperimentGoal: experimentGoal,
  WorkflowBackend: workflowBackend,
  WorkflowAccess: workflowAccess,
  Script: script,
}
