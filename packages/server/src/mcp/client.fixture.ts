import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { direct } from '../fixtures/command.fixture.ts'
import { environment } from '../fixtures/known.fixture.ts'

const [node, ...command] = direct

/** The protocol that a client speaks: that of 2025, whose connections begin with `initialize`, or that of 2026. */
export type Era = 'legacy' | 'modern'

const versionNegotiation = { legacy: { mode: 'legacy' }, modern: { mode: 'auto' } } as const

const createClient = (era: Era) =>
  new Client({ name: 'tests', version: '1' }, { versionNegotiation: versionNegotiation[era] })

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

/** Starts the command as clients do, and connects to its standard input and output. */
export async function overStdio(
  args: readonly string[],
  { env = {}, era = 'legacy' }: { readonly env?: Readonly<Record<string, string>>; readonly era?: Era } = {},
) {
  const transport = new StdioClientTransport({
    command: node,
    args: [...command, 'mcp', ...args],
    env: { PATH, NODE_COMPILE_CACHE, SIGNALBOX_LOG: 'pretty', SIGNALBOX_ACCESS_LOG: 'off', ...environment, ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (bytes) => {
    stderr += bytes
  })
  const client = createClient(era)
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, transport, errors, stderr: () => stderr }
}

/** Connects to a server over HTTP, with these headers. */
export async function overHttp(
  url: string,
  { headers = {}, era = 'legacy' }: { readonly headers?: Readonly<Record<string, string>>; readonly era?: Era } = {},
) {
  const client = createClient(era)
  onTestFinished(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** The texts of a result: the answer, and hints. */
export const textsOf = ({ content }: CallToolResult): readonly string[] =>
  content.map((one) => (one.type === 'text' ? one.text : ''))

/** The answer of a call that has succeeded, or the problem document of a failure. */
export const jsonOf = (result: CallToolResult) => JSON.parse(textsOf(result)[0] as string)
