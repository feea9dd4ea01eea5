/**
 * The message of a failed fetch, up to 500 characters; a fixed text if a secret is in it. Some runtimes put the reason
 * into `cause`.
 */
export function fetchFailure(error: unknown, secrets: readonly string[]): string {
  const { cause = error } = error instanceof Error ? error : {}
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown }
  const text = [message, code].find((one) => typeof one === 'string' && one !== '') as string | undefined
  if (text === undefined) return 'The request failed'
  if (secrets.some((secret) => secret !== '' && text.includes(secret)))
    return 'The request failed; the reason is withheld because it contains a secret'
  return text.slice(0, 500)
}
