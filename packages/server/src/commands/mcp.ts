import type { Command } from './command.ts'

/** `signalbox mcp`: operations as tools of assistants. */
export const mcpCommand: Command = {
  usage: 'mcp [--to URL] [--write] [--only GROUPS] [--port PORT]',
  about:
    'serve the operations of the API as tools of the Model Context Protocol, to the client at standard input and output or over HTTP on PORT; calls go to the server at URL, under the key SIGNALBOX_CLIENT_ID, else to the store; --write adds the tools that change something; GROUPS are the first words of operations, such as features,experiments',
  options: ['to', 'write', 'only', 'port'],
  async run({ file, ...words }, settings) {
    if (file !== undefined) throw new Error(`mcp does not take a file: use signalbox mcp --to ${file}`)
    return (await import('../mcp/run-mcp.ts')).runMcp(words, settings)
  },
}
