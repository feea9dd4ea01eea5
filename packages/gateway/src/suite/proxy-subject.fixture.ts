import type { Gateway } from '../gateway.ts'

/** A gateway that listens. */
export interface Opened {
  readonly port: number
  close(): Promise<void>
}

/** A transport to test. */
export interface ProxySubject {
  readonly name: string
  /** Lets a gateway listen on 127.0.0.1. */
  readonly open: (gateway: Gateway) => Promise<Opened>
  /** Whether the transport sees requests as they were sent. Else rows about what the host parses are left out. */
  readonly isRaw: boolean
}
