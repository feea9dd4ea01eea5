import { TargetRefusedError } from '../backend/target-policy.ts'

/** Codes of errors after which no byte of a request has left: of Node, its TLS and undici; the last two are of Bun. */
const codes = new RegExp(
  `^(${[
    ...[
      'ECONNREFUSED',
      'ENOTFOUND',
      'EAI_\\w+',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EADDRNOTAVAIL',
      'UND_ERR_CONNECT_TIMEOUT',
    ],
    ...['CERT_\\w+', 'UNABLE_TO_\\w+', 'DEPTH_ZERO\\w+', 'SELF_SIGNED\\w+', 'ERR_TLS_CERT_\\w+'],
    ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ConnectionRefused', 'FailedToOpenSocket'],
  ].join('|')})$`,
)

/**
 * Whether `fetch` failed before it sent a byte, if its error says so. Runtimes do not all say so: then bytes may have
 * left.
 */
export function isUnsent(error: unknown): boolean {
  if (error instanceof TargetRefusedError) return true
  const { code = '', syscall, message = '' } = causeOf(error) as { code?: string; syscall?: string; message?: string }
  return codes.test(code) || syscall === 'connect' || message.includes('before secure TLS connection was established')
}

/** The error that `fetch` wraps. */
export const causeOf = (error: unknown): unknown => (error as { cause?: unknown }).cause ?? error
