import { additionalHeadersIn } from './definitions/additional-headers-in.ts'
import { additionalHeadersOut } from './definitions/additional-headers-out.ts'
import { allowHttpMethods } from './definitions/allow-http-methods.ts'
import { apikeyCalls } from './definitions/apikey-calls.ts'
import { buildMode } from './definitions/build-mode.ts'
import { canary } from './definitions/canary.ts'
import { clientCredentialTokenEndpoint } from './definitions/client-credential-token-endpoint.ts'
import { compression } from './definitions/compression.ts'
import { concurrencyLimit } from './definitions/concurrency-limit.ts'
import { consumerUsage } from './definitions/consumer-usage.ts'
import { cors } from './definitions/cors.ts'
import { expectedConsumer } from './definitions/expected-consumer.ts'
import { experimentGoal } from './definitions/experiment-goal.ts'
import { experimentSplit } from './definitions/experiment-split.ts'
import { featureGate } from './definitions/feature-gate.ts'
import { forceHttpsTraffic } from './definitions/force-https-traffic.ts'
import { hasClientCertMatchingValidator } from './definitions/has-client-cert-matching-validator.ts'
import { ipAddressAllowedList } from './definitions/ip-address-allowed-list.ts'
import { ipAddressBlockList } from './definitions/ip-address-block-list.ts'
import { jwtUserExtractor } from './definitions/jwt-user-extractor.ts'
import { maintenanceMode } from './definitions/maintenance-mode.ts'
import { mockResponses } from './definitions/mock-responses.ts'
import { oidcJwtVerifier } from './definitions/oidc-jwt-verifier.ts'
import { openApiValidator } from './definitions/open-api-validator.ts'
import { overrideHost } from './definitions/override-host.ts'
import { pathRewrite } from './definitions/path-rewrite.ts'
import { rateLimit } from './definitions/rate-limit.ts'
import { redirection } from './definitions/redirection.ts'
import { removeHeadersIn } from './definitions/remove-headers-in.ts'
import { removeHeadersOut } from './definitions/remove-headers-out.ts'
import { requestBodySizeLimit } from './definitions/request-body-size-limit.ts'
import { responseBodySizeLimit } from './definitions/response-body-size-limit.ts'
import { responseCache } from './definitions/response-cache.ts'
import { script } from './definitions/script.ts'
import { securityHeaders } from './definitions/security-headers.ts'
import { staticResponse } from './definitions/static-response.ts'
import { trafficMirror } from './definitions/traffic-mirror.ts'
import { workflowAccess } from './definitions/workflow-access.ts'
import { workflowBackend } from './definitions/workflow-backend.ts'
import type { PLUGIN_PREFIX, Plugin } from './plugin.ts'

/** All plugins of this package, in the order of the catalog. */
export const plugins = [
  apikeyCalls,
  jwtUserExtractor,
  hasClientCertMatchingValidator,
  oidcJwtVerifier,
  clientCredentialTokenEndpoint,
  expectedConsumer,
  consumerUsage,
  overrideHost,
  cors,
  additionalHeadersIn,
  additionalHeadersOut,
  removeHeadersIn,
  removeHeadersOut,
  securityHeaders,
  rateLimit,
  concurrencyLimit,
  requestBodySizeLimit,
  responseBodySizeLimit,
  ipAddressAllowedList,
  ipAddressBlockList,
  allowHttpMethods,
  forceHttpsTraffic,
  pathRewrite,
  canary,
  trafficMirror,
  compression,
  responseCache,
  maintenanceMode,
  buildMode,
  redirection,
  staticResponse,
  openApiValidator,
  mockResponses,
  featureGate,
  experimentSplit,
  experimentGoal,
  workflowBackend,
  workflowAccess,
  script,
] as const satisfies readonly Plugin[]

/** The names of the plugins of this package. The gateway has code for each of them. */
export type PluginName = (typeof plugins)[number]['id'] extends `${typeof PLUGIN_PREFIX}${infer Name}` ? Name : never
