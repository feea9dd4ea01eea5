import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Report } from '@signalbox/core'
import { type Listed, nearest } from '@signalbox/core/wire'
import packageJson from '../../package.json' with { type: 'json' }
import { callTool } from './call-tool.ts'
import { promptsOf } from './prompts.ts'
import { type ToolChoice, toolName, toolsOf } from './tools.ts'

/** What servers of the Model Context Protocol offer. */
export interface Offer extends ToolChoice {
  /** All operations of the API. */
  readonly operations: readonly Listed[]
  /** Receives failures that clients see only as INTERNAL, without details. */
  readonly report: Report
}

/** Creates a server for one connection or one request, whose calls go to `api`. */
export type CreateMcpServer = (api: object) => Server

/**
 * Prepares servers of the Model Context Protocol: the operations of the API as tools, and prompts that name them. What
 * all connections have in common is prepared once.
 */
export function prepareMcpServer({ operations, report, ...choice }: Offer): CreateMcpServer {
  const tools = toolsOf(operations, choice)
  const all = toolsOf(operations, { write: true })
  const listed = { tools: [...tools.values()].map(({ tool }) => tool) }
  const prompts = promptsOf(tools)

  function findTool(name: string) {
    const found = tools.get(name)
    if (found) return found
    const known = all.get(name)
    const like = nearest(name, tools.keys())
    const why = !known
      ? `is unknown${like === undefined ? '' : ` (did you mean ${like}?)`}`
      : tools.has(name) || choice.write
        ? `is not in the groups of --only: add ${known.name[0]}`
        : 'changes something, and this server only reads: start signalbox mcp with --write'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The tool ${name.slice(0, 200)} ${why}`)
  }

  return (api) => {
    const server = new Server(
      { name: 'signalbox', title: 'Signalbox', version: packageJson.version },
      { capabilities: { tools: {}, prompts: {} }, instructions },
    )
    server.setRequestHandler('tools/list', () => listed)
    server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal } }) =>
      callTool(findTool(params.name), params.arguments ?? {}, { api, signal, report }),
    )
    server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ prompt }) => prompt) }))
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
      const found = prompts.find(({ prompt }) => prompt.name === name)
      if (!found)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt ${name.slice(0, 200)} is unknown`)
      return { messages: [{ role: 'user', content: { type: 'text', text: found.text(given) } }] }
    })
    return server
  }
}

/** What every client receives first. */
const instructions = [
  'Signalbox has feature flags, configs, experiments and the APIs of a gateway. Each tool is an operation of its API.',
  `${toolName(['features', 'checkWith'])} with explain: true says why a feature is on or off for a client; the body is the context, and its id identifies the client.`,
  'Patterns select keys, such as shop:*. Lists have pages. Changes are made with the rights of the configured API key, and their reason is kept in the log.',
  'Secrets are never shown: ******** stands for one, and a record that is saved with it keeps its secret.',
].join('\n')
