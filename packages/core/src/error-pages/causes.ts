import type { ProxyError } from './proxy-error.ts'

interface Cause {
  readonly id: string
  /** The default HTTP status; the host can choose another. */
  readonly status: number
  /** The default message. */
  readonly message: string
  /** The error type for `Proxy-Status` (RFC 9209). */
  readonly proxyError?: ProxyError
  /** Whether the cause appears in logs only, because no response can be sent any more. */
  readonly logOnly?: true
}

/** The reasons why a gateway answers instead of a backend, by status. Hosts can use further ids of their own. */
export const causes = [
  { id: 'errors.bad.request', status: 400, message: 'The request is invalid', proxyError: 'http_request_error' },
  {
    id: 'errors.request.framing',
    status: 400,
    message: 'Ambiguous request body length',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.request.host.invalid',
    status: 400,
    message: 'The host of the request is invalid',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.request.authority.mismatch',
    status: 400,
    message: 'The address and the host of the request differ',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.request.path.invalid',
    status: 400,
    message: 'The path of the request is invalid',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.credentials.missing',
    status: 401,
    message: 'Credentials are required',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.credentials.invalid',
    status: 401,
    message: 'The credentials are invalid',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.credentials.expired',
    status: 401,
    message: 'The credentials have expired',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.credentials.revoked',
    status: 401,
    message: 'The credentials have been revoked',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.certificate.missing',
    status: 401,
    message: 'A client certificate is required',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.consumer.forbidden',
    status: 403,
    message: 'The credentials do not grant access to this service',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.scope.insufficient',
    status: 403,
    message: 'The credentials lack a required scope',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.certificate.forbidden',
    status: 403,
    message: 'The client certificate does not grant access to this service',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.method.forbidden',
    status: 403,
    message: 'The credentials do not allow this method',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.subscription.paused',
    status: 403,
    message: 'The subscription is paused',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.subscription.closed',
    status: 403,
    message: 'The subscription is closed',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.address.forbidden',
    status: 403,
    message: 'Requests from this address are not allowed',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.service.not.found',
    status: 404,
    message: 'There is no service at this address',
    proxyError: 'destination_not_found',
  },
  {
    id: 'errors.feature.inactive',
    status: 404,
    message: 'There is no service at this address',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.method.not.allowed',
    status: 405,
    message: 'The method is not allowed for this address',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.request.timeout',
    status: 408,
    message: 'The request took too long to arrive',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.body.too.large',
    status: 413,
    message: 'The request body is too large',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.target.too.long',
    status: 414,
    message: 'The address of the request is too long',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.media.type.unsupported',
    status: 415,
    message: 'The media type of the request body is not supported',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.expectation.failed',
    status: 417,
    message: 'The expectation of the request cannot be met',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.host.misdirected',
    status: 421,
    message: 'The connection is not meant for this host',
    proxyError: 'http_request_denied',
  },
  { id: 'errors.body.invalid', status: 422, message: 'The request body is invalid', proxyError: 'http_request_denied' },
  {
    id: 'errors.rate.limit.exceeded',
    status: 429,
    message: 'Too many requests: try again later',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.quota.exceeded',
    status: 429,
    message: 'The request quota is exhausted',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.attempts.exceeded',
    status: 429,
    message: 'Too many failed attempts: try again later',
    proxyError: 'http_request_denied',
  },
  {
    id: 'errors.headers.too.large',
    status: 431,
    message: 'The request headers are too large',
    proxyError: 'http_request_error',
  },
  { id: 'errors.client.closed', status: 499, message: 'The client closed the connection', logOnly: true },
  {
    id: 'errors.gateway.failure',
    status: 500,
    message: 'The gateway failed unexpectedly',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.plugin.failed',
    status: 500,
    message: 'A part of the gateway failed unexpectedly',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.transfer.coding.unsupported',
    status: 501,
    message: 'The transfer coding of the request is not supported',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.backend.unreachable',
    status: 502,
    message: 'The service cannot be reached',
    proxyError: 'connection_refused',
  },
  {
    id: 'errors.backend.dns',
    status: 502,
    message: 'The address of the service cannot be resolved',
    proxyError: 'dns_error',
  },
  {
    id: 'errors.backend.tls',
    status: 502,
    message: 'The secure connection to the service failed',
    proxyError: 'tls_protocol_error',
  },
  {
    id: 'errors.backend.bad.response',
    status: 502,
    message: 'The service sent an invalid response',
    proxyError: 'http_protocol_error',
  },
  {
    id: 'errors.backend.body.too.large',
    status: 502,
    message: 'The response of the service is too large',
    proxyError: 'http_response_body_size',
  },
  { id: 'errors.workflow.failed', status: 502, message: 'The workflow failed', proxyError: 'proxy_internal_error' },
  {
    id: 'errors.backend.reset',
    status: 502,
    message: 'The service closed the connection before the response was complete',
    proxyError: 'http_response_incomplete',
    logOnly: true,
  },
  {
    id: 'errors.backend.unavailable',
    status: 503,
    message: 'The service is not available',
    proxyError: 'destination_unavailable',
  },
  {
    id: 'errors.backend.circuit.open',
    status: 503,
    message: 'The service failed too often: try again later',
    proxyError: 'destination_unavailable',
  },
  {
    id: 'errors.backend.overloaded',
    status: 503,
    message: 'Too many requests wait for the service: try again later',
    proxyError: 'connection_limit_reached',
  },
  {
    id: 'errors.service.in.maintenance',
    status: 503,
    message: 'The service is in maintenance',
    proxyError: 'proxy_internal_response',
  },
  {
    id: 'errors.service.under.construction',
    status: 503,
    message: 'The service is under construction',
    proxyError: 'proxy_internal_response',
  },
  {
    id: 'errors.route.misconfigured',
    status: 503,
    message: 'The service is not configured correctly',
    proxyError: 'proxy_configuration_error',
  },
  {
    id: 'errors.plugin.unknown',
    status: 503,
    message: 'The service is not configured completely',
    proxyError: 'proxy_configuration_error',
  },
  {
    id: 'errors.gateway.cold',
    status: 503,
    message: 'The gateway is starting: try again later',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.gateway.stale',
    status: 503,
    message: 'The configuration of the gateway is out of date',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.gateway.overloaded',
    status: 503,
    message: 'The gateway is overloaded: try again later',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.gateway.stopping',
    status: 503,
    message: 'The gateway is stopping: try again',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.concurrency.exceeded',
    status: 503,
    message: 'Too many requests at the same time: try again later',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.limits.unavailable',
    status: 503,
    message: 'Request limits cannot be checked: try again later',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.introspection.unavailable',
    status: 503,
    message: 'The credentials cannot be checked: try again later',
    proxyError: 'proxy_internal_error',
  },
  {
    id: 'errors.backend.timeout',
    status: 504,
    message: 'The service took too long to respond',
    proxyError: 'http_response_timeout',
  },
  {
    id: 'errors.workflow.timeout',
    status: 504,
    message: 'The workflow took too long',
    proxyError: 'http_response_timeout',
  },
  {
    id: 'errors.version.unsupported',
    status: 505,
    message: 'The HTTP version of the request is not supported',
    proxyError: 'http_request_error',
  },
  {
    id: 'errors.loop.detected',
    status: 508,
    message: 'The request has passed this gateway before',
    proxyError: 'proxy_loop_detected',
  },
] as const satisfies readonly Cause[]

/** The id of a cause of this table. */
export type CauseId = (typeof causes)[number]['id']

const byId: ReadonlyMap<string, Cause> = new Map(causes.map((cause) => [cause.id, cause]))

/** Finds a cause by id; `undefined` for a cause of the host's own. */
export const causeOf = (id: string): Cause | undefined => byId.get(id)

/** The cause of a service in maintenance. */
export const MAINTENANCE = 'errors.service.in.maintenance' satisfies CauseId

/** The cause of a service under construction. */
export const CONSTRUCTION = 'errors.service.under.construction' satisfies CauseId
