import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Report } from '@signalbox/core'
import {
  type CallOptions,
  changedAt,
  escapePointer,
  etagOf,
  isStream,
  plainError,
  SignalboxError,
} from '@signalbox/core/wire'
import { answerOf, answerOfList } from './answer.ts'
import { collect } from './collect.ts'
import { MOST_LISTED, MOST_SECONDS, ownArgumentsOf } from './input-schema.ts'
import { masked } from './masked.ts'
import type { OperationTool } from './tools.ts'

/** Values that are nested more deeply are refused by the operations. */
const DEEPEST = 200

/**
 * The JSON pointers of the numbers in a value that may have lost digits: those beyond 2^53. Transports parse messages, so
 * their text cannot be looked at.
 */
function inexactIn(value: unknown, pointer = '', depth = 0): string[] {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? [pointer] : []
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.entries(value).flatMap(([name, member]) =>
    inexactIn(member, `${pointer}/${escapePointer(name)}`, depth + 1),
  )
}

/** The arguments of a call, as a client sent them. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** What a call needs besides its arguments. */
export interface CallParts {
  /** The API: a Signalbox in this process, or a client of one. */
  readonly api: object
  /** Aborts when the client cancels the call, or leaves. */
  readonly signal: AbortSignal
  /** Receives failures that clients see only as INTERNAL, without details. */
  readonly report: Report
}

/** The reason of changes for which a client gives none. */
const REASON = 'signalbox mcp'

/**
 * Calls the operation of a tool. Failures become results with `isError` and the problem document (RFC 9457) that the API
 * sends over HTTP: its code, its message and the problem of each field.
 */
export async function callTool(
  one: OperationTool,
  sent: ToolArguments,
  { api, signal, report }: CallParts,
): Promise<CallToolResult> {
  try {
    return await call(one, sent, { api, signal })
  } catch (error) {
    if (!(error instanceof SignalboxError) && !signal.aborted) report(error)
    return { content: [{ type: 'text', text: String(plainError(error).body) }], isError: true }
  }
}

async function call(
  { operation, tool, find }: OperationTool,
  sent: ToolArguments,
  { api, signal }: Pick<CallParts, 'api' | 'signal'>,
): Promise<CallToolResult> {
  refuseUnknown(sent, Object.keys(tool.inputSchema.properties ?? {}))
  const inexact = inexactIn(sent)
  if (inexact.length > 0) throw changedAt(inexact)
  const own = new Set<string>(ownArgumentsOf(operation))
  const input = Object.fromEntries(Object.entries(sent).filter(([name]) => !own.has(name)))
  const given = Object.fromEntries(Object.entries(sent).filter(([name]) => own.has(name)))
  const options: CallOptions = {
    signal,
    ...(own.has('reason') && { reason: readText(given, 'reason') ?? REASON }),
    ...(given.ifMatch !== undefined && { ifMatch: readText(given, 'ifMatch') as string }),
  }
  const { response } = operation
  if (isStream(response)) {
    const limit = readInteger(given, 'limit', { least: 1, most: MOST_LISTED, standard: 100 })
    const skip = readInteger(given, 'skip', { least: 0, most: Number.MAX_SAFE_INTEGER, standard: 0 })
    const seconds = readInteger(given, 'seconds', { least: 1, most: MOST_SECONDS, standard: 5 })
    const timeout = own.has('seconds') ? { timeoutMs: seconds * 1000 } : {}
    const open = (signal: AbortSignal) => find(api)(input, { ...options, signal, reconnect: false })
    const list = await collect(open, { signal, limit, skip, ...timeout })
    return answerOfList({ ...list, values: list.values.map((value) => masked(response.items, value)) }, tool)
  }
  const part = readInteger(given, 'part', { least: 1, most: Number.MAX_SAFE_INTEGER, standard: 1 })
  const value = await find(api)(input, options)
  const etag = typeof value === 'object' && value !== null ? etagOf(value) : undefined
  return answerOf(masked(response, value), { tool, part: own.has('part') ? part : undefined, etag })
}

function refuseUnknown(sent: ToolArguments, known: readonly string[]): void {
  const unknown = Object.keys(sent).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const takes = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`
  throw invalid(`The tool does not take the argument ${unknown[0]}: ${takes}`, unknown, 'error.unknown.field')
}

function readText(given: ToolArguments, name: string): string | undefined {
  const { [name]: value } = given
  if (value === undefined || typeof value === 'string') return value
  throw invalid(`The call is invalid: ${name} must be a string`, [name], 'error.type', 'string')
}

interface Range {
  readonly least: number
  readonly most: number
  readonly standard: number
}

function readInteger(given: ToolArguments, name: string, { least, most, standard }: Range): number {
  const { [name]: value = standard } = given
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  throw invalid(`The call is invalid: ${name} must be a whole number ${range}`, [name], 'error.type', 'integer')
}

const invalid = (message: string, names: readonly string[], problem: string, ...args: readonly string[]) =>
  new SignalboxError('INVALID', message, {
    fieldErrors: Object.fromEntries(names.map((name) => [name, [{ message: problem, args }]])),
  })
