import type { Tool } from '@modelcontextprotocol/server'
import { describeOperation } from '@signalbox/core/documents'
import { isSafe, isStream, type Listed, type Operation } from '@signalbox/core/wire'
import { inputSchemaOf } from './input-schema.ts'

/** An operation of the API as a tool. */
export interface OperationTool extends Listed {
  /** How clients see it. */
  readonly tool: Tool
}

/** Which operations become tools. */
export interface ToolChoice {
  /** Whether to include operations that change something. @default false */
  readonly write?: boolean
  /** The first words of the names of operations, such as `features`. @default all */
  readonly only?: readonly string[]
}

/** The tools of operations, by name. */
export const toolsOf = (
  listed: readonly Listed[],
  { write = false, only = [] }: ToolChoice = {},
): ReadonlyMap<string, OperationTool> =>
  new Map(
    listed
      .filter(({ operation }) => isOffered(operation) && (write || isSafe(operation)))
      .filter(({ name: [group = ''] }) => only.length === 0 || only.includes(group))
      .map((one) => [toolName(one.name), { ...one, tool: toTool(one) }]),
  )

/** The name of the tool of an operation: clients allow letters, digits, `_` and `-`. */
export const toolName = (name: readonly string[]): string => name.join('_')

/**
 * Whether an operation is useful to someone who asks for something in words. The contract decides:
 * - Operations of data planes carry sealed secrets.
 * - Uploads and downloads move all records, with their secrets, to another Signalbox. Reports are downloads, too, but only for readers.
 * - Changes that need no right are about the session or the secret of the caller.
 */
export function isOffered(operation: Operation): boolean {
  const { access, body, response, isReport = false } = operation
  if (access === 'gateway' || isStream(body)) return false
  if (isStream(response) && response.encoding === 'ndjson') return isReport
  return isSafe(operation) || access === 'admin' || typeof access === 'object'
}

function toTool({ name, operation }: Listed): Tool {
  const readOnlyHint = isSafe(operation)
  return {
    name: toolName(name),
    description: describeOperation(operation),
    inputSchema: inputSchemaOf(operation),
    annotations: {
      readOnlyHint,
      ...(!readOnlyHint && { destructiveHint: operation.status !== 201 }),
      idempotentHint: readOnlyHint || isRepeatable(operation),
    },
  }
}

/** Whether a second call changes nothing more: the methods that are idempotent by RFC 9110, section 9.2.2. */
const isRepeatable = ({ method }: Operation): boolean => method === 'PUT' || method === 'DELETE'
