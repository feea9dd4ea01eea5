/** Splits the key of a binding into experiment and client ids, both of which may contain colons. */

/** One way to split a key. */
export interface BindingKey {
  readonly experimentId: string
  readonly clientId: string
}

/** Yields every way to split a key, the longest experiment id first. */
export function* parseBindingKey(key: string): Generator<BindingKey> {
  for (let at = key.lastIndexOf(':'); at > 0; at = key.lastIndexOf(':', at - 1))
    yield { experimentId: key.slice(0, at), clientId: key.slice(at + 1) }
}
