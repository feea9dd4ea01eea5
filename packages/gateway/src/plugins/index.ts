import type { PluginName } from '@signalbox/core/gateway'
import type { PluginCode } from '../plugin-api/plugin.ts'
import { additionalHeadersIn } from './additional-headers-in/code.ts'
import { additionalHeadersOut } from './additional-headers-out/code.ts'
import { allowHttpMethods } from './allow-http-methods/code.ts'
import { apikeyCalls } from './apikey-calls/code.ts'
import { buildMode } from './build-mode/code.ts'
import { canary } from './canary/code.ts'
import { tokenEndpoint } from './client-credential-token-endpoint/code.ts'
import { compression } from './compression/code.ts'
import { concurrencyLimit } from './concurrency-limit/code.ts'
import { consumerUsage } from './consumer-usage/code.ts'
import { cors } from './cors/code.ts'
import { expectedConsumer } from './expected-consumer/code.ts'
import { experimentGoal } from './experiment-goal/code.ts'
import { experimentSplit } from './experiment-split/code.ts'
import { featureGate } from './feature-gate/code.ts'
import { forceHttps } from './force-https-traffic/code.ts'
import { hasClientCert } from './has-client-cert-matching-validator/code.ts'
import { ipAddressAllowedList } from './ip-address-allowed-list/code.ts'
import { ipAddressBlockList } from './ip-address-block-list/code.ts'
import { jwtUserExtractor } from './jwt-user-extractor/code.ts'
import { maintenanceMode } from './maintenance-mode/code.ts'
import { mockResponses } from './mock-responses/code.ts'
import { oidcJwtVerifier } from './oidc-jwt-verifier/code.ts'
import { openApiValidator } from './open-api-validator/code.ts'
import { overrideHostCode } from './override-host/code.ts'
import { pathRewrite } from './path-rewrite/code.ts'
import { rateLimit } from './rate-limit/code.ts'
import { redirection } from './redirection/code.ts'
import { removeHeadersIn } from './remove-headers-in/code.ts'
import { removeHeadersOut } from './remove-headers-out/code.ts'
import { requestBodySizeLimit } from './request-body-size-limit/code.ts'
import { responseBodySizeLimit } from './response-body-size-limit/code.ts'
import { responseCache } from './response-cache/code.ts'
import { script } from './script/code.ts'
import { securityHeaders } from './security-headers/code.ts'
import { staticResponse } from './static-response/code.ts'
import { trafficMirror } from './traffic-mirror/code.ts'
import { workflowAccess } from './workflow-access/code.ts'
import { workflowBackend } from './workflow-backend/code.ts'

/** The code of each plugin of the catalog, by the name in its id. */
export const builtIn: Readonly<Record<PluginName, PluginCode>> = {
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
