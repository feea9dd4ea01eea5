import { applyTransforms, flushTransforms, joined } from '../backend/transforms.ts'
import type { BodyTransform } from '../plugin-api/hooks.ts'
import { TooLarge } from '../request/incoming.ts'

/** A body as its bytes pass: how many there were, and the error of a transform. */
export interface Passing {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  bytes: number
  error: unknown
  /** Whether the error is one of the source. */
  isOfSource: boolean
}

/** Passes on a body chunk by chunk, as its reader asks for them. */
export function passOn(
  source: ReadableStream<Uint8Array>,
  { transforms, onEnd, onCancel, beforeRead, onFailure }: PassOptions = {},
): Passing {
  const reader = source.getReader()
  let isReading = false
  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for (;;) {
        const arrived = beforeRead?.()
        isReading = true
        const { done, value } = await reader.read()
        isReading = false
        arrived?.()
        if (done) return end(controller)
        const passed = transforms ? applyTransforms(transforms, value) : value
        if (passed === undefined || passed.length === 0) continue
        passing.bytes += passed.length
        controller.enqueue(passed)
        return
      }
    } catch (error) {
      passing.error = error
      passing.isOfSource = isReading
      controller.error(error)
      void reader.cancel(error).catch(() => {})
      onFailure?.(error)
    }
  }
  function end(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const rest = transforms && flushTransforms(transforms)
    if (rest !== undefined && rest.length > 0) {
      passing.bytes += rest.length
      controller.enqueue(rest)
    }
    controller.close()
    onEnd?.()
  }
  async function cancel(reason: unknown): Promise<void> {
    onCancel?.()
    await reader.cancel(reason).catch(() => {})
  }
  const stream = new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
  const passing: Passing = { stream: stream as Passing['stream'], bytes: 0, error: undefined, isOfSource: false }
  return passing
}

interface PassOptions {
  readonly transforms?: readonly BodyTransform[] | undefined
  /** Called before each wait for bytes. Returns what is called when they have come. */
  readonly beforeRead?: () => () => void
  readonly onEnd?: () => void
  /** The reader has left. */
  readonly onCancel?: () => void
  readonly onFailure?: (error: unknown) => void
}

/** A body of these bytes. */
export const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })

/** Reads a whole body. Rejects with `TooLarge` beyond a limit in bytes. */
export async function readWhole(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      void reader.cancel().catch(() => {})
      throw new TooLarge(`The body is larger than ${limit} bytes`)
    }
    chunks.push(value)
  }
  return joined(chunks)
}
