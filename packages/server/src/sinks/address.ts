/** Credentials among the options of a destination. */
interface Credentials {
  readonly username?: unknown
  readonly password?: unknown
}

/** The URL of a destination, with the credentials of the options. Throws an `Error` that names the form of such URLs. */
export function urlOf(to: string, { username, password }: Credentials, form: string): URL {
  const url = URL.canParse(to) ? new URL(to) : undefined
  if (!url?.hostname) throw invalid(form)
  if (typeof username === 'string') url.username = encodeURIComponent(username)
  if (typeof password === 'string') url.password = encodeURIComponent(password)
  return url
}

/** The servers of an address such as `nats://a:4222,b:4222`. Throws an `Error` that names the form of such addresses. */
export function hostsOf(to: string, port: number, form: string): readonly string[] {
  const hosts = to.slice(to.indexOf('://') + 3).split(',')
  if (!hosts.every((host) => /^(\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(:\d{1,5})?$/i.test(host))) throw invalid(form)
  return hosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:${port}`))
}

/** An error without the address, which may have a password. */
const invalid = (form: string) => new Error(`expected an address such as ${form}`)
