import { connect } from 'node:net'

/** A message of a stream: its subject, its headers as text, and its text. */
export interface RawMessage {
  readonly subject: string
  readonly headers: string
  readonly text: string
}

/** The members of answers that are read: https://docs.nats.io/reference/reference-protocols/nats_api_reference */
interface Answer {
  readonly state?: { readonly last_seq: number }
  readonly message?: { readonly subject: string; readonly hdrs?: string; readonly data?: string }
}

/** Reads all messages of a stream by the protocol of NATS itself, without a client. */
export async function readRaw(port: number, stream: string): Promise<RawMessage[]> {
  const [info] = await ask(port, [[`STREAM.INFO.${stream}`, '']])
  const last = info?.state?.last_seq ?? 0
  const asks = Array.from({ length: last }, (_, index) => [`STREAM.MSG.GET.${stream}`, `{"seq":${index + 1}}`] as const)
  const answers = await ask(port, asks)
  return answers.flatMap(({ message }) =>
    message ? [{ subject: message.subject, headers: decode(message.hdrs), text: decode(message.data) }] : [],
  )
}

const decode = (base64 = ''): string => Buffer.from(base64, 'base64').toString()

/** Sends requests to the API of JetStream, and returns the answers in their order. */
function ask(port: number, requests: readonly (readonly [path: string, body: string])[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const answers: Answer[] = []
    let bytes = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1')
    const finish = () => {
      socket.destroy()
      resolve(answers)
    }
    if (requests.length === 0) return finish()
    socket.on('error', reject)
    socket.write('CONNECT {"verbose":false}\r\nSUB answers 1\r\n')
    for (const [path, body] of requests) socket.write(`PUB $JS.API.${path} answers ${body.length}\r\n${body}\r\n`)
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more])
      for (;;) {
        const end = bytes.indexOf('\r\n')
        if (end < 0) return
        const line = bytes.subarray(0, end).toString()
        const size = /^MSG \S+ \S+ (\d+)$/.exec(line)?.[1]
        if (line === 'PING') socket.write('PONG\r\n')
        if (size === undefined) {
          bytes = bytes.subarray(end + 2)
          continue
        }
        const whole = end + 2 + Number(size) + 2
        if (bytes.length < whole) return
        answers.push(JSON.parse(bytes.subarray(end + 2, whole - 2).toString()) as Answer)
        bytes = bytes.subarray(whole)
        if (answers.length === requests.length) return finish()
      }
    })
  })
}
