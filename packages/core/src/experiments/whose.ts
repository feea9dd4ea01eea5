/** Whose binding a key of nd-json may be: ids of experiments and of clients both may have colons in them. */

/** One way to take a key apart. */
export interface Reading {
  readonly experimentId: string
  readonly clientId: string
}

/** Every way to take a key apart, the longest experiment id first. */
export function* readingsOf(key: string): Generator<Reading> {
  for (let at = key.lastIndexOf(':'); at > 0; at = key.lastIndexOf(':', at - 1))
    yield { experimentId: key.slice(0, at), clientId: key.slice(at + 1) }
}
