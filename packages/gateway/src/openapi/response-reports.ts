import { joined } from '../backend/transforms.ts'
import type { OpenApiDocument } from '../documents/document.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import type { Hooks } from '../plugin-api/hooks.ts'
import { checksOf, loadCompiler } from './checks.ts'
import { documentNames } from './document-names.ts'
import type { Media, Operation } from './operation.ts'
import type { FoundOperation } from './operations.ts'
import { bodyOfResponseFlaw, judgeHead } from './response.ts'

interface Reporting {
  readonly document: OpenApiDocument
  readonly find: (exchange: Exchange) => FoundOperation
  readonly tell: (label: string, flaw: string, cause?: unknown) => void
}

/** Larger responses are not kept, and not checked. */
const MOST_BYTES = 256 * 1024

/** What is kept of a response until its last byte is sent. */
interface Kept {
  readonly operation: Operation
  readonly media: Media
  readonly status: number
  chunks: Uint8Array[]
  size: number
  isWhole: boolean
}

/** The hooks that check responses against a document, after they were sent. They change nothing and delay nothing. */
export function responseReports({ document, find, tell }: Reporting): Hooks {
  const key = Symbol('response')
  const check = checksOf(document, 'response')

  /** Reports what cannot be judged, instead of failing the response. */
  function safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      tell('A response', `it cannot be validated: ${error instanceof Error ? error.message : String(error)}`, error)
    }
  }

  return {
    order: 'first',
    response(exchange, { status, headers }) {
      safely(() => {
        const found = find(exchange)
        if (!found || 'allowed' in found) return
        const { operation } = found
        const { flaw, media } = judgeHead(operation, status, headers.get('content-type'))
        if (flaw !== undefined) tell(`A response to ${operation.label}`, flaw)
        const length = Number(headers.get('content-length') ?? 0)
        if (!media || exchange.method === 'HEAD' || headers.has('content-encoding') || length > MOST_BYTES) return
        const kept: Kept = { operation, media, status, chunks: [], size: 0, isWhole: false }
        exchange.state.set(key, kept)
      })
      return undefined
    },
    responseBody(exchange) {
      const kept = exchange.state.get(key) as Kept | undefined
      if (!kept) return undefined
      return {
        keepsLength: true,
        chunk(bytes) {
          kept.size += bytes.length
          if (kept.size <= MOST_BYTES) kept.chunks.push(bytes)
          else kept.chunks = []
          return bytes
        },
        flush() {
          kept.isWhole = kept.size <= MOST_BYTES
          return undefined
        },
      }
    },
    done(exchange) {
      const kept = exchange.state.get(key) as Kept | undefined
      if (!kept?.isWhole || loadCompiler()) return
      safely(() => {
        const flaw = bodyOfResponseFlaw(kept.media, joined(kept.chunks), { check, names: documentNames(document) })
        if (flaw !== undefined) tell(`A response to ${kept.operation.label}`, `with the status ${kept.status}, ${flaw}`)
      })
    },
  }
}
