import type { LeaseAnswer, LeaseAsk, LimitCarrier } from '../limits/carrier.ts'

/** One end of a channel between processes, such as `process` in a child, or a `ChildProcess` in its parent. */
export interface IpcChannel {
  readonly connected?: boolean
  send?(message: unknown, callback?: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'disconnect', listener: () => void): unknown
}

/** Asks of a child, each with a number. */
interface Asks {
  readonly signalbox: 'limits'
  readonly asks: readonly (readonly [number: number, ask: LeaseAsk])[]
}

/** Answers of the primary, or why there is none. */
interface Answers {
  readonly signalbox: 'limits'
  readonly answers: readonly (readonly [number: number, answer: LeaseAnswer | string])[]
}

interface Waiting {
  readonly resolve: (answer: LeaseAnswer) => void
  readonly reject: (error: Error) => void
}

/** Asks that may wait for the primary. */
const MOST_WAITING = 10_000
/** How long an ask may wait, in milliseconds. */
const TIMEOUT_MS = 5000

const UNREACHABLE = 'The primary process that keeps the limits cannot be reached'

/**
 * Asks the primary of several processes for units of limits, over the channel to it. The primary answers with
 * `serveLimits`. Asks that are made at once are one message. Rejects asks that the primary has not answered after five
 * seconds, and more than 10,000 asks at once.
 *
 * @example
 * const gateway = createGateway({ source, limits: sharedLimits(ipcCarrier()) })
 */
export function ipcCarrier(channel: IpcChannel = process): LimitCarrier {
  const waiting = new Map<number, Waiting>()
  let number = 0
  let next: [number, LeaseAsk][] = []

  function fail(numbers: Iterable<number>, reason = UNREACHABLE): void {
    for (const one of [...numbers]) {
      waiting.get(one)?.reject(new Error(reason))
      waiting.delete(one)
    }
  }

  function send(): void {
    const asks = next
    next = []
    if (asks.length === 0) return
    const message: Asks = { signalbox: 'limits', asks }
    const numbers = asks.map(([one]) => one)
    const failed = () => fail(numbers)
    const late = () => fail(numbers, 'The primary process that keeps the limits does not answer')
    setTimeout(late, TIMEOUT_MS).unref()
    if (!channel.send || channel.connected === false) failed()
    else channel.send(message, (error) => error && failed())
  }

  const receive = (message: unknown): void => {
    if (!isOf<Answers>(message, 'answers')) return
    for (const [one, answer] of message.answers) {
      if (typeof answer === 'string')
        fail([one], `The primary process that keeps the limits could not answer: ${answer}`)
      else waiting.get(one)?.resolve(answer)
      waiting.delete(one)
    }
  }
  const lost = () => fail(waiting.keys())
  channel.on('message', receive)
  channel.on('disconnect', lost)

  return {
    ask(ask) {
      if (waiting.size >= MOST_WAITING)
        return Promise.reject(new Error(`More than ${MOST_WAITING} asks wait for the primary process`))
      return new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject })
        if (next.push([number, ask]) === 1) queueMicrotask(send)
      })
    },
    async close() {
      channel.off('message', receive)
      channel.off('disconnect', lost)
      next = []
      lost()
    },
  }
}

/**
 * Answers the asks of a child process for units of limits, from a carrier of this process. Returns a function that stops.
 * `report` receives why the carrier cannot answer: once, until it answers again. Its default is `console.error`.
 *
 * @example
 * const carrier = memoryCarrier()
 * for (const child of children) serveLimits(child, carrier)
 */
export function serveLimits(
  child: IpcChannel,
  carrier: LimitCarrier,
  report: (error: unknown) => void = console.error,
): () => void {
  let isFailing = false

  async function answerOne(ask: LeaseAsk): Promise<LeaseAnswer | string> {
    try {
      const answer = await carrier.ask(ask)
      isFailing = false
      return answer
    } catch (cause) {
      if (!isFailing) report(new Error('Limits of child processes are not shared for now', { cause }))
      isFailing = true
      return cause instanceof Error ? cause.message : String(cause)
    }
  }

  async function answer(message: unknown): Promise<void> {
    if (!isOf<Asks>(message, 'asks')) return
    const answers = await Promise.all(
      message.asks.map(async ([number, ask]) => [number, await answerOne(ask)] as const),
    )
    // A child that has left needs no answer.
    if (child.connected !== false) child.send?.({ signalbox: 'limits', answers } satisfies Answers, () => {})
  }
  const receive = (message: unknown) => void answer(message)
  child.on('message', receive)
  return () => void child.off('message', receive)
}

const isOf = <T>(message: unknown, member: string): message is T =>
  typeof message === 'object' &&
  message !== null &&
  (message as { signalbox?: unknown }).signalbox === 'limits' &&
  Array.isArray((message as Readonly<Record<string, unknown>>)[member])
