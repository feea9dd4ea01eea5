interface Cause {
  readonly id: string
  /** The default HTTP status; the host can choose another. */
  readonly status: number
  /** The default message. */
  readonly message: string
}

/** The reasons why a gateway answers instead of a backend. Hosts can use further ids of their own. */
export const causes = [
  { id: 'errors.bad.request', status: 400, message: 'The request is invalid' },
  { id: 'errors.credentials.missing', status: 401, message: 'Credentials are required' },
  { id: 'errors.credentials.invalid', status: 401, message: 'The credentials are invalid' },
  { id: 'errors.credentials.expired', status: 401, message: 'The credentials have expired' },
  { id: 'errors.consumer.forbidden', status: 403, message: 'The credentials do not grant access to this service' },
  { id: 'errors.address.forbidden', status: 403, message: 'Requests from this address are not allowed' },
  { id: 'errors.service.not.found', status: 404, message: 'There is no service at this address' },
  { id: 'errors.method.not.allowed', status: 405, message: 'The method is not allowed for this address' },
  { id: 'errors.request.timeout', status: 408, message: 'The request took too long to arrive' },
  { id: 'errors.body.too.large', status: 413, message: 'The request body is too large' },
  { id: 'errors.rate.limit.exceeded', status: 429, message: 'Too many requests: try again later' },
  { id: 'errors.quota.exceeded', status: 429, message: 'The request quota is exhausted' },
  { id: 'errors.headers.too.large', status: 431, message: 'The request headers are too large' },
  { id: 'errors.gateway.failure', status: 500, message: 'The gateway failed unexpectedly' },
  { id: 'errors.backend.unreachable', status: 502, message: 'The service cannot be reached' },
  { id: 'errors.backend.bad.response', status: 502, message: 'The service sent an invalid response' },
  { id: 'errors.backend.unavailable', status: 503, message: 'The service is not available' },
  { id: 'errors.service.in.maintenance', status: 503, message: 'The service is in maintenance' },
  { id: 'errors.service.under.construction', status: 503, message: 'The service is under construction' },
  { id: 'errors.backend.timeout', status: 504, message: 'The service took too long to respond' },
] as const satisfies readonly Cause[]

const byId: ReadonlyMap<string, Cause> = new Map(causes.map((cause) => [cause.id, cause]))

/** Finds a cause by id; `undefined` for a cause of the host's own. */
export const causeOf = (id: string): Cause | undefined => byId.get(id)

/** The cause of a service in maintenance. */
export const MAINTENANCE = 'errors.service.in.maintenance' satisfies (typeof causes)[number]['id']

/** The cause of a service under construction. */
export const CONSTRUCTION = 'errors.service.under.construction' satisfies (typeof causes)[number]['id']
