import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { Report } from '@signalbox/core'
import type { CreateMcpServer } from './mcp-server.ts'

/** A server that was started. */
export interface Serving {
  /** Resolves when the client has left. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Serves the client at standard input and output until it leaves. */
export function serveStdio(create: CreateMcpServer, api: object, report: Report): Serving {
  const ended = new Promise<void>((resolve) => {
    const leave = () => resolve()
    process.stdin.once('end', leave).once('close', leave)
    process.stdout.once('error', leave).once('close', leave)
  })
  const { close } = serve(() => create(api), { onerror: report })
  return { ended, close }
}
