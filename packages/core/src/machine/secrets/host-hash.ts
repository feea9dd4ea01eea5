import { digest } from './secret.ts'

/** SHA-256 of a text, in hexadecimal. */
export type FastHash = (text: string) => string

/** The hash of the host if it is one of Node's kind, which takes a tenth of the time of the one in JavaScript. */
export function hostHash(): FastHash {
  const { process } = globalThis as Host
  try {
    const { hash } = process?.getBuiltinModule?.('node:crypto') ?? {}
    if (hash?.('sha256', '', 'hex') === digest('')) return (text) => hash('sha256', text, 'hex')
  } catch {
    // Hosts may have a part of Node's modules only.
  }
  return digest
}

/** What matters here of a host. */
interface Host {
  readonly process?: {
    readonly getBuiltinModule?: (
      name: string,
    ) => { hash?(algorithm: string, text: string, encoding: string): string } | undefined
  }
}
