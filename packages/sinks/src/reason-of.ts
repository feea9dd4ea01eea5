/**
 * Why something failed, for messages. A name with several addresses, of which none can be reached, fails with an error
 * without a message of its own.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
