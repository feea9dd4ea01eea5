import type { RedisAddress } from './redis-url.ts'

/** The error of commands while there is no connection, with the reason of the last failure. */
export function unreachable({ name }: Pick<RedisAddress, 'name'>, cause: unknown): Error {
  const reason = reasonOf(cause)
  return new Error(`${name} cannot be reached${reason && `: ${reason}`}`, { cause })
}

/** A name with several addresses, of which none can be reached, fails with an error without a message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : ''
}
