import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Signalbox } from '@signalbox/core'
import { createCatalog, sealingKeyOf, sealUnit } from '@signalbox/core/gateway'

export const gatewayKey = 'sbxg_edge_0123456789abcdefghijklmnopqrstuvwxyz'
export const cookieKey = Buffer.alloc(32, 7)

/** A control plane over HTTP, whose answers tests change while it runs. */
export async function startControl(box: Signalbox) {
  const sealing = await sealingKeyOf(gatewayKey)
  const catalog = createCatalog([])
  const other = await sealingKeyOf(`${gatewayKey}x`)
  const seal = (unit: never) => sealUnit(unit, control.isSpoilt ? other : sealing, catalog)
  const reports: { plane?: Record<string, unknown>; usage?: object }[] = []
  const asked: string[] = []
  const control = {
    box,
    key: gatewayKey,
    format: { kind: 'format', format: 1, zone: 'Europe/Paris', assignment: 'hash' } as object,
    /** Whether changes are said to be lost, to the next who asks. */
    isGap: false,
    /** Whether units are sealed under another gateway key. */
    isSpoilt: false,
    /** Whether snapshots lack their end. */
    isCut: false,
    /** Answers instead of the control plane. */
    answer: undefined as ((response: ServerResponse) => void) | undefined,
    reports,
    /** The requests, with what the stream of changes begins after. */
    asked,
    url: '',
    port: 0,
    /** Everything that was sent. */
    sent: '',
    drop: () => server.closeAllConnections(),
    async close() {
      server.close()
      server.closeAllConnections()
    },
    async listen(port = 0) {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      control.port = (server.address() as AddressInfo).port
      control.url = `http://127.0.0.1:${control.port}`
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const after = request.headers['last-event-id']
    const what = request.url?.replace('/api/gateway/', '') ?? ''
    asked.push(after === undefined ? what : `${what} ${after}`)
    if (control.answer) return control.answer(response)
    if (request.headers.authorization !== `Bearer ${control.key}`) return fail(response, 401, 'UNAUTHENTICATED')
    const leave = new AbortController()
    response.on('close', () => leave.abort())
    const send = (line: string) => {
      control.sent += line
      response.write(line)
    }
    const source = control.box.gatewaySource
    if (what === 'snapshot') {
      response.writeHead(200, { 'Content-Type': 'application/nd-json' })
      send(`${JSON.stringify(control.format)}\n`)
      const secret = {
        kind: 'cookie-key',
        key: 'cookies',
        revision: 0,
        value: { secret: cookieKey.toString('base64url') },
      }
      send(`${JSON.stringify(await seal(secret as never))}\n`)
      for await (const unit of source.snapshot(leave.signal))
        if (unit.kind !== 'end' || !control.isCut) send(`${JSON.stringify(await seal(unit as never))}\n`)
      response.end()
    } else if (what === 'changes') {
      if (control.isGap) {
        control.isGap = false
        return fail(response, 409, 'CONFLICT')
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      send(`data: ${JSON.stringify([control.format, { kind: 'end', revision: Number(after) }])}\n\n`)
      for await (const units of source.changes(Number(after), leave.signal)) {
        const sealed = await Promise.all(units.map((unit) => seal(unit as never)))
        send(`id: ${units.at(-1)?.revision}\ndata: ${JSON.stringify(sealed)}\n\n`)
      }
      response.end()
    } else {
      const body = JSON.parse(await text(request))
      reports.push(body)
      if (body.usage) await source.report?.(body.usage)
      let revision = 0
      for await (const unit of source.snapshot()) revision = unit.revision
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ revision }))
    }
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await control.listen()
  return control
}

export type Control = Awaited<ReturnType<typeof startControl>>

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' })
  response.end(JSON.stringify({ code, status, detail: 'No' }))
}

/** What a data plane keeps, in memory. */
export function memoryState() {
  const files = new Map<string, Uint8Array>()
  const state = {
    files,
    read: async (name: string) => files.get(name),
    write: async (name: string, bytes: Uint8Array) => void files.set(name, bytes),
    async reject(name: string) {
      files.set(`${name}.broken`, files.get(name) as Uint8Array)
      files.delete(name)
    },
    spool: () => {
      throw new Error('There is no spool')
    },
    close: async () => {},
  }
  return state
}

/** All values of an iterable. */
export async function allOf<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
