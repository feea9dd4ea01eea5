import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js'
import * as grpc from '@grpc/grpc-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { listen } from './listen.ts'

const bytes = { serialize: (text: string) => Buffer.from(text), deserialize: (all: Buffer) => all.toString() }
const method = (name: string, requestStream: boolean, responseStream: boolean) => ({
  ...{ path: `/test.Echo/${name}`, requestStream, responseStream },
  ...{ requestSerialize: bytes.serialize, requestDeserialize: bytes.deserialize },
  ...{ responseSerialize: bytes.serialize, responseDeserialize: bytes.deserialize },
})
const service: ServiceDefinition = {
  Unary: method('Unary', false, false),
  Fail: method('Fail', false, false),
  Download: method('Download', false, true),
  Upload: method('Upload', true, false),
  Chat: method('Chat', true, true),
}

const echo: UntypedServiceImplementation = {
  Unary(call: grpc.ServerUnaryCall<string, string>, callback: grpc.sendUnaryData<string>) {
    const trailers = new grpc.Metadata()
    trailers.set('x-trailer', 'after')
    call.sendMetadata(call.metadata.clone())
    callback(null, call.request.toUpperCase(), trailers)
  },
  Fail(_: unknown, callback: grpc.sendUnaryData<string>) {
    callback({ code: grpc.status.NOT_FOUND, details: 'not here: é' })
  },
  Download(call: grpc.ServerWritableStream<string, string>) {
    for (let i = 0; i < 100; i++) call.write(`${call.request} ${i}`)
    call.end()
  },
  Upload(call: grpc.ServerReadableStream<string, string>, callback: grpc.sendUnaryData<string>) {
    let length = 0
    call.on('data', (text: string) => {
      length += text.length
    })
    call.on('end', () => callback(null, String(length)))
  },
  Chat(call: grpc.ServerDuplexStream<string, string>) {
    call.on('data', (text: string) => call.write(text.toUpperCase()))
    call.on('end', () => call.end())
    call.on('error', () => {})
  },
}

/** A client of a server of gRPC behind a gateway. */
async function setUp() {
  const server = new grpc.Server()
  server.addService(service, echo)
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  const made = gatewayTo({ port, target: { protocol: 'h2c' } })
  const tls = { cert: certificates.server, key: certificates.serverKey }
  const listening = await listen(made.gateway, { host: '127.0.0.1', tls, h2: true })
  const Client = grpc.makeGenericClientConstructor(service, 'Echo')
  const client = new Client(
    `127.0.0.1:${listening.port}`,
    grpc.credentials.createSsl(Buffer.from(certificates.authority)),
    { 'grpc.ssl_target_name_override': 'shop.example', 'grpc.default_authority': 'shop.example' },
  )
  onTestFinished(async () => {
    client.close()
    server.forceShutdown()
    await listening.close({ drainMs: 0 })
  })
  return { ...made, client }
}

interface Ended {
  readonly messages: readonly string[]
  readonly status: grpc.StatusObject
}

/** Reads a call to its end. */
function read(call: grpc.ClientReadableStream<string> | grpc.ClientDuplexStream<string, string>): Promise<Ended> {
  const messages: string[] = []
  return new Promise((resolve) => {
    call.on('data', (text: string) => messages.push(text))
    call.on('error', () => {})
    call.on('status', (status) => resolve({ messages, status }))
  })
}

interface Called {
  readonly error: grpc.ServiceError | null
  readonly response: string | undefined
  readonly head: grpc.Metadata
  readonly status: grpc.StatusObject
}

/** Makes a call with one response. */
const call = (client: grpc.Client, name: string, request: string, metadata = new grpc.Metadata()) =>
  new Promise<Called>((resolve) => {
    const result: Partial<Called> = {}
    const { path, requestSerialize, responseDeserialize } = service[name]!
    const made = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      (error, response) => {
        Object.assign(result, { error, response })
      },
    )
    made.on('metadata', (head: grpc.Metadata) => Object.assign(result, { head }))
    made.on('status', (status: grpc.StatusObject) => setImmediate(() => resolve({ ...result, status } as Called)))
  })

describe('gRPC', () => {
  it('calls have their message, metadata, status and trailers', async () => {
    const { client, until } = await setUp()
    const metadata = new grpc.Metadata()
    metadata.set('x-own', 'before')
    const { response, head, status } = await call(client, 'Unary', 'ping', metadata)
    expect([response, head.get('x-own'), status.code]).toEqual(['PING', ['before'], grpc.status.OK])
    expect(status.metadata.get('x-trailer')).toEqual(['after'])
    expect((await until(1))[0]).toMatchObject({ status: 200, cause: undefined })
  })

  it('errors come with their code and details', async () => {
    const { client } = await setUp()
    const { error } = await call(client, 'Fail', 'ping')
    expect([error?.code, error?.details]).toEqual([grpc.status.NOT_FOUND, 'not here: é'])
  })

  it('an unknown method is an error without messages', async () => {
    const { client } = await setUp()
    const { path: _, ...rest } = service.Unary!
    const { status } = await new Promise<{ status: grpc.StatusObject }>((resolve) =>
      client
        .makeUnaryRequest('/test.Echo/Unknown', rest.requestSerialize, rest.responseDeserialize, 'ping', () => {})
        .on('status', (status) => resolve({ status })),
    )
    expect(status.code).toBe(grpc.status.UNIMPLEMENTED)
  })

  it('responses stream', async () => {
    const { client } = await setUp()
    const { path, requestSerialize, responseDeserialize } = service.Download!
    const { messages, status } = await read(
      client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, 'n'),
    )
    expect([messages.length, messages[99], status.code]).toEqual([100, 'n 99', grpc.status.OK])
  })

  it('requests stream', async () => {
    const { client } = await setUp()
    const { path, requestSerialize, responseDeserialize } = service.Upload!
    const length = await new Promise((resolve, reject) => {
      const upload = client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, (error, response) =>
        error ? reject(error) : resolve(response),
      )
      for (let i = 0; i < 100; i++) upload.write('x'.repeat(10_000))
      upload.end()
    })
    expect(length).toBe('1000000')
  })

  it('both sides talk in turns', async () => {
    const { client } = await setUp()
    const { path, requestSerialize, responseDeserialize } = service.Chat!
    const chat = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
    const heard: string[] = []
    const ended = new Promise<grpc.StatusObject>((resolve) => chat.on('status', resolve))
    chat.on('data', (text: string) => {
      heard.push(text)
      if (heard.length < 5) chat.write(`turn ${heard.length}`)
      else chat.end()
    })
    chat.write('turn 0')
    expect((await ended).code).toBe(grpc.status.OK)
    expect(heard).toEqual(['TURN 0', 'TURN 1', 'TURN 2', 'TURN 3', 'TURN 4'])
  })

  it('calls that are cancelled end for the server', async () => {
    const { client, until } = await setUp()
    const { path, requestSerialize, responseDeserialize } = service.Chat!
    const chat = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
    chat.on('error', () => {})
    chat.once('data', () => chat.cancel())
    chat.write('ping')
    expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  })
})
