import type { Target } from '../backend/target.ts'

/** The port of a target. */
export const portOf = ({ port, tls }: Target): number => port ?? (tls ? 443 : 80)

/** How a target is named in messages: `host:port`. */
export const nameOf = (target: Target): string => `${target.hostname}:${portOf(target)}`

/** Where a target is connected to, such as `https://192.0.2.1:8443`: its address if it has one, else its host name. */
export function originOf(target: Target): string {
  const { hostname, tls, ip_address } = target
  const host = ip_address ?? hostname
  const authority = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${authority}:${portOf(target)}`
}
