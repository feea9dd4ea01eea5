/** The credentials of the caller (id and secret of an API key), and other headers to send with every request. */
export interface Identification {
  readonly clientId?: string
  readonly clientSecret?: string
  /** The names of the two headers, if the service uses custom ones. */
  readonly headerNames?: {
    /** @default 'Service-Client-Id' */
    readonly clientId?: string
    /** @default 'Service-Client-Secret' */
    readonly clientSecret?: string
  }
  /** More headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Builds the headers of every request. Throws a `TypeError` for values that no header can carry, and if only one of id
 * and secret is given. The message never shows a value.
 */
export function identify({ clientId, clientSecret, headerNames = {}, headers = {} }: Identification): Headers {
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new TypeError('clientId and clientSecret go together: give both, or neither')
  const sent = new Headers()
  const set = (name: string, value: string, what: string) => {
    try {
      sent.set(name, value)
    } catch {
      throw new TypeError(`${what} cannot be sent as the header ${name}: use Latin-1 characters without line breaks`)
    }
  }
  for (const [name, value] of Object.entries(headers)) set(name, value, `headers.${name}`)
  if (clientId !== undefined) set(headerNames.clientId ?? 'Service-Client-Id', clientId, 'clientId')
  if (clientSecret !== undefined) set(headerNames.clientSecret ?? 'Service-Client-Secret', clientSecret, 'clientSecret')
  return sent
}
