import { runMcp } from '../mcp/run-mcp.ts'
import type { Run } from './command.ts'

/** `signalbox mcp`: operations as tools of assistants. */
export const runMcpCommand: Run = async ({ file, ...words }, settings) => {
  if (file !== undefined) throw new Error(`mcp does not take a file: use signalbox mcp --to ${file}`)
  return runMcp(words, settings)
}
