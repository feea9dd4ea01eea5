/**
 * Checks the address of a control plane. Throws a `RangeError` unless it is https, or http to this machine: everything
 * that data planes receive travels on this connection, and the gateway key with it.
 */
export function controlAddress(from: string): string {
  const url = URL.canParse(from) ? new URL(from) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new RangeError(
      'The address of the control plane is invalid: expected a URL such as https://signalbox.example.com, without credentials',
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new RangeError(
      `Plain http is accepted for loopback addresses only, not for ${url.hostname}: use https for the control plane`,
    )
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Whether a host of a URL is this machine. URLs have IPv4 addresses in one form only. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** Checks the form of a gateway key. Throws a `RangeError` that does not show it. */
export function checkGatewayKey(key: string): string {
  if (/^sbxg_[\x21-\x7e]+$/.test(key)) return key
  throw new RangeError('The gateway key is invalid: expected a text that begins with sbxg_')
}
