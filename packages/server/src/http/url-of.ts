import type { AddressInfo } from 'node:net'

/** The URL of a server at this address, without a trailing slash. */
export const urlOf = ({ address, family, port }: AddressInfo, scheme: 'http' | 'https' = 'http'): string =>
  `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
