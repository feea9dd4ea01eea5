/** Requests that the gateway refused, in the words of those who run it: the causes whose status is below 500. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['errors.bad.request', 'invalid request'],
  ['errors.request.framing', 'unclear end of the body'],
  ['errors.request.host.invalid', 'invalid host'],
  ['errors.request.authority.mismatch', 'address and host differ'],
  ['errors.request.path.invalid', 'invalid path'],
  ['errors.credentials.missing', 'credentials are missing'],
  ['errors.credentials.invalid', 'invalid credentials'],
  ['errors.credentials.expired', 'credentials have expired'],
  ['errors.credentials.revoked', 'credentials were revoked'],
  ['errors.certificate.missing', 'client certificate is missing'],
  ['errors.consumer.forbidden', 'credentials are for other services'],
  ['errors.scope.insufficient', 'scope is missing'],
  ['errors.certificate.forbidden', 'client certificate is not allowed'],
  ['errors.method.forbidden', 'method is not allowed for these credentials'],
  ['errors.subscription.paused', 'subscription is paused'],
  ['errors.subscription.closed', 'subscription is closed'],
  ['errors.address.forbidden', 'address of the client is not allowed'],
  ['errors.service.not.found', 'no route'],
  ['errors.feature.inactive', 'feature is not active'],
  ['errors.method.not.allowed', 'method is not allowed'],
  ['errors.request.timeout', 'request took too long to arrive'],
  ['errors.body.too.large', 'request body is too large'],
  ['errors.target.too.long', 'address is too long'],
  ['errors.media.type.unsupported', 'media type is not supported'],
  ['errors.expectation.failed', 'expectation can’t be met'],
  ['errors.host.misdirected', 'wrong host for this connection'],
  ['errors.body.invalid', 'invalid request body'],
  ['errors.rate.limit.exceeded', 'rate limit'],
  ['errors.quota.exceeded', 'quota is used up'],
  ['errors.attempts.exceeded', 'too many failed attempts'],
  ['errors.headers.too.large', 'headers are too large'],
  ['errors.client.closed', 'client left'],
])

/** Failures of the gateway and of backends: the other causes. */
const failures: ReadonlyMap<string, string> = new Map([
  ['errors.gateway.failure', 'gateway failed'],
  ['errors.plugin.failed', 'plugin failed'],
  ['errors.transfer.coding.unsupported', 'transfer coding is not supported'],
  ['errors.backend.unreachable', 'backend can’t be reached'],
  ['errors.backend.dns', 'host of the backend is unknown'],
  ['errors.backend.tls', 'TLS to the backend failed'],
  ['errors.backend.bad.response', 'invalid response of the backend'],
  ['errors.backend.body.too.large', 'response of the backend is too large'],
  ['errors.workflow.failed', 'workflow failed'],
  ['errors.backend.reset', 'backend broke off'],
  ['errors.backend.unavailable', 'no target is usable'],
  ['errors.backend.circuit.open', 'circuit is open'],
  ['errors.backend.overloaded', 'too many requests wait for the backend'],
  ['errors.backend.timeout', 'backend took too long'],
  ['errors.service.in.maintenance', 'maintenance'],
  ['errors.service.under.construction', 'under construction'],
  ['errors.route.misconfigured', 'route is misconfigured'],
  ['errors.plugin.unknown', 'plugin is unknown'],
  ['errors.gateway.cold', 'gateway has nothing to serve yet'],
  ['errors.gateway.stale', 'gateway is stale'],
  ['errors.gateway.overloaded', 'gateway is overloaded'],
  ['errors.gateway.stopping', 'gateway is stopping'],
  ['errors.concurrency.exceeded', 'too many requests at once'],
  ['errors.limits.unavailable', 'limits can’t be checked'],
  ['errors.introspection.unavailable', 'tokens can’t be checked'],
  ['errors.workflow.timeout', 'workflow took too long'],
  ['errors.version.unsupported', 'version of HTTP is not supported'],
  ['errors.loop.detected', 'request loop'],
])

/** What limits refused. */
const limits: ReadonlySet<string> = new Set(['errors.rate.limit.exceeded', 'errors.quota.exceeded'])

/** A cause in words; its id if it is one of your own. */
export const causeWords = (cause: string): string =>
  refusals.get(cause) ?? failures.get(cause) ?? (cause === 'other' ? 'causes of your own plugins' : cause)

/** Whether a limit or a quota refused the request. */
export const isLimit = (cause: string): boolean => limits.has(cause)

/** Whether the gateway refused the request for another reason than a limit. Causes of your own count as refusals. */
export const isRefusal = (cause: string): boolean => !limits.has(cause) && !failures.has(cause)
