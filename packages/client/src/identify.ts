/** Who calls: the id and the secret of an api key, and whatever else every request carries. */
export interface Identification {
  readonly clientId?: string
  readonly clientSecret?: string
  /** The names of the two headers, where the service has others than usual. */
  readonly headerNames?: {
    /** @default 'Service-Client-Id' */
    readonly clientId?: string
    /** @default 'Service-Client-Secret' */
    readonly clientSecret?: string
  }
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The headers of every request. TypeError, which never shows a value, for what no header can carry and for half a pair. */
export function identify({ clientId, clientSecret, headerNames = {}, headers = {} }: Identification): Headers {
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new TypeError('clientId and clientSecret go together: give both, or neither')
  const sent = new Headers()
  const set = (name: string, value: string, what: string) => {
    try {
      sent.set(name, value)
    } catch {
      throw new TypeError(`${what} cannot be sent as the header ${name}: it must be of Latin characters, in one line`)
    }
  }
  for (const [name, value] of Object.entries(headers)) set(name, value, `headers.${name}`)
  if (clientId !== undefined) set(headerNames.clientId ?? 'Service-Client-Id', clientId, 'clientId')
  if (clientSecret !== undefined) set(headerNames.clientSecret ?? 'Service-Client-Secret', clientSecret, 'clientSecret')
  return sent
}
