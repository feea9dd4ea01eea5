import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Collected } from './collect.ts'

/** The most characters of an answer: more would crowd out the rest of a conversation. */
export const MOST_TEXT = 50_000

/** How an answer is shown. */
interface Shown {
  readonly tool: Tool
  /** The part of a long answer to return; absent if the call must not be repeated. */
  readonly part: number | undefined
  readonly etag: string | undefined
}

/** The result of a call as JSON text, cut with a hint if it is too long. */
export function answerOf(value: unknown, { tool, part, etag }: Shown): CallToolResult {
  const text = JSON.stringify(value ?? {})
  const version = etag === undefined ? [] : [`The entity tag of this record, for ifMatch, is ${etag}`]
  if (text.length <= MOST_TEXT && (part ?? 1) === 1) return result(text, ...version)
  if (part === undefined)
    return result(
      text.slice(0, MOST_TEXT),
      `The call has succeeded; its answer was cut after ${MOST_TEXT} of ${text.length} characters`,
    )
  const listed = part === 1 ? cutList(value, tool) : undefined
  if (listed) return listed
  const parts = Math.max(1, Math.ceil(text.length / MOST_TEXT))
  if (part > parts) return result('', `The answer has only ${parts} ${parts === 1 ? 'part' : 'parts'}`)
  const hint = `This is part ${part} of ${parts} of one JSON text`
  return result(
    text.slice((part - 1) * MOST_TEXT, part * MOST_TEXT),
    part < parts ? `${hint}: call the tool again with part ${part + 1}` : hint,
  )
}

/** The first values of a stream. What does not fit is left for the next call. */
export function answerOfList({ values, skip, isWhole }: Collected, { inputSchema }: Tool): CallToolResult {
  const kept = fitting(values)
  const text = JSON.stringify({ results: kept })
  if (isWhole && kept.length === values.length) return result(text)
  const isRepeatable = Object.hasOwn(inputSchema.properties ?? {}, 'skip')
  const next = isRepeatable ? `call the tool again with skip ${skip + kept.length}, or` : 'call the tool again'
  return result(text, `There are more than these ${kept.length}: ${next} with a narrower filter`)
}

/** The first results of a list that is too long. `undefined` if it has no pages, or not even its first result fits. */
function cutList(value: unknown, { inputSchema }: Tool): CallToolResult | undefined {
  const { results, ...rest } = value as { readonly results?: unknown }
  if (!Array.isArray(results)) return undefined
  const kept = fitting(results)
  if (kept.length === 0) return undefined
  const size = ['pageSize', 'limit'].find((name) => Object.hasOwn(inputSchema.properties ?? {}, name))
  if (size === undefined) return undefined
  const { next: _next, ...others } = rest as { readonly next?: unknown }
  return result(
    JSON.stringify({ results: kept, ...others }),
    `Only the first ${kept.length} of ${results.length} results of this page fit: call the tool again with ${size} ${kept.length} to get the others page by page, or with a narrower filter`,
  )
}

/** The first values whose JSON fits into an answer. */
function fitting(values: readonly unknown[]): readonly unknown[] {
  let left = MOST_TEXT
  const end = values.findIndex((value) => {
    left -= JSON.stringify(value).length + 1
    return left < 0
  })
  return end < 0 ? values : values.slice(0, end)
}

const result = (...texts: readonly string[]): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
})
