interface Cause {
  readonly id: string
  /** The default HTTP status; the host can choose another. */
  readonly status: number
  /** The default message. */
  readonly message: string
}

/** The reasons why a gateway answers instead of a backend. Hosts can use further ids of their own. */
export const causes = [
  { id: 'errors.bad.request', status: 400, message: 'The request is not valid' },
  { id: 'errors.credentials.missing', status: 401, message: 'This needs credentials' },
  { id: 'errors.credentials.invalid', status: 401, message: 'These credentials are not valid' },
  { id: 'errors.credentials.expired', status: 401, message: 'These credentials have expired' },
  { id: 'errors.consumer.forbidden', status: 403, message: 'These credentials do not open this service' },
  { id: 'errors.address.forbidden', status: 403, message: 'Requests from this address are not allowed' },
  { id: 'errors.service.not.found', status: 404, message: 'No service was found here' },
  { id: 'errors.method.not.allowed', status: 405, message: 'This method is not allowed here' },
  { id: 'errors.request.timeout', status: 408, message: 'The request took too long to arrive' },
  { id: 'errors.body.too.large', status: 413, message: 'The body of the request is too large' },
  { id: 'errors.rate.limit.exceeded', status: 429, message: 'There are too many requests' },
  { id: 'errors.quota.exceeded', status: 429, message: 'The quota is used up' },
  { id: 'errors.headers.too.large', status: 431, message: 'The headers of the request are too large' },
  { id: 'errors.gateway.failure', status: 500, message: 'Something went wrong inside the gateway' },
  { id: 'errors.backend.unreachable', status: 502, message: 'The service behind cannot be reached' },
  { id: 'errors.backend.bad.response', status: 502, message: 'The service behind gave an answer that is none' },
  { id: 'errors.backend.unavailable', status: 503, message: 'The service behind is not available' },
  { id: 'errors.service.in.maintenance', status: 503, message: 'The service is in maintenance' },
  { id: 'errors.service.under.construction', status: 503, message: 'The service is under construction' },
  { id: 'errors.backend.timeout', status: 504, message: 'The service behind took too long to answer' },
] as const satisfies readonly Cause[]

const byId: ReadonlyMap<string, Cause> = new Map(causes.map((cause) => [cause.id, cause]))

/** Finds a cause by id; `undefined` for a cause of the host's own. */
export const causeOf = (id: string): Cause | undefined => byId.get(id)

/** The cause of a service in maintenance. */
export const MAINTENANCE = 'errors.service.in.maintenance' satisfies (typeof causes)[number]['id']

/** The cause of a service under construction. */
export const CONSTRUCTION = 'errors.service.under.construction' satisfies (typeof causes)[number]['id']
