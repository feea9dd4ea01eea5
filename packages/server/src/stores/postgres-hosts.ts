/** The servers of a URL such as `postgres://one,other:5433/db`, and which of them to use. */
export interface PostgresHosts {
  /** A URL for each server, in their order. */
  readonly urls: readonly string[]
  /** libpq's `target_session_attrs`. */
  readonly target: string | undefined
}

const TARGET = 'target_session_attrs'
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * Reads a URL with one or more hosts (https://www.postgresql.org/docs/current/libpq-connect.html, 32.1.1.3). Returns
 * `undefined` if it is invalid.
 */
export function readHosts(url: string): PostgresHosts | undefined {
  const [, begin = '', hosts = '', rest = ''] = parts.exec(url) ?? []
  const all = hosts.split(',').map((host) => begin + host + rest)
  if (!all.every((one) => URL.canParse(one) && new URL(one).hostname !== '')) return undefined
  return { urls: all.map(withoutTarget), target: new URL(all[0] as string).searchParams.get(TARGET) ?? undefined }
}

/** Names the servers in a message, without the password. */
export function nameHosts(url: string): string {
  const hosts = readHosts(url)?.urls.map((one) => new URL(one)) ?? []
  const [first] = hosts
  return first ? `${first.protocol}//${hosts.map(({ host }) => host)}${first.pathname}` : 'postgres:'
}

/** The driver would take it for a setting of its own. */
function withoutTarget(text: string): string {
  const url = new URL(text)
  if (!url.searchParams.has(TARGET)) return text
  url.searchParams.delete(TARGET)
  return url.href
}
