import type { Target } from '../../backend/target.ts'

/**
 * Options of undici about HTTP/2. With TLS the server chooses; without, `h2c` is HTTP/2 that the server must speak, and
 * everything else is HTTP/1.1.
 */
export function http2Of({ protocol = 'HTTP/1.1', tls }: Target): { allowH2: boolean; useH2c?: true } {
  if (protocol === 'HTTP/1.1') return { allowH2: false }
  if (tls) return { allowH2: true }
  return protocol === 'h2c' ? { allowH2: true, useH2c: true } : { allowH2: false }
}
