/** A Redis server as a setting names it. */
export interface RedisAddress {
  /** What the driver takes. */
  readonly url: string
  /** What keys begin with, if the URL says so. */
  readonly prefix: string | undefined
  /** The server in messages, without the password. */
  readonly name: string
}

/** The form of these URLs, for messages. */
export const redisUrls = 'redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE][?prefix=PREFIX], with TLS rediss://'

/** Reads the URL of a Redis server; `undefined` if it is invalid. */
export function readRedisUrl(text: string): RedisAddress | undefined {
  if (!/^rediss?:\/\/./.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const { protocol, host, hostname, pathname, searchParams } = url
  if (hostname === '' || !/^(\/\d{0,5})?$/.test(pathname)) return undefined
  const prefix = searchParams.get('prefix') ?? undefined
  searchParams.delete('prefix')
  // Braces would change which part of a key decides on which server of a cluster it is.
  if (searchParams.size > 0 || (prefix !== undefined && !/^[\w:.-]{1,100}$/.test(prefix))) return undefined
  return { url: url.href, prefix, name: `${protocol}//${host}` }
}
