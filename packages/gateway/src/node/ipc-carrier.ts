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

/** Answers of the primary; without an answer, it could not tell. */
interface Answers {
  readonly signalbox: 'limits'
  readonly answers: readonly (readonly [number: number, answer?: LeaseAnswer | undefined])[]
}

interface Waiting {
  readonly resolve: (answer: LeaseAnswer) => void
  readonly reject: (error: Error) => void
}

/**
 * Asks the primary of several processes for units of limits, over the channel to it. The primary answers with
 * `serveLimits`. Asks that are made at once are one message.
 *
 * @example
 * const gateway = createGateway({ source, limits: sharedLimits(ipcCarrier()) })
 */
export function ipcCarrier(channel: IpcChannel = process): LimitCarrier {
  const waiting = new Map<number, Waiting>()
  let number = 0
  let next: [number, LeaseAsk][] = []

  function fail(numbers: Iterable<number>): void {
    for (const one of [...numbers]) {
      waiting.get(one)?.reject(new Error('The primary process that keeps the limits cannot be reached'))
      waiting.delete(one)
    }
  }

  function send(): void {
    const asks = next
    next = []
    const message: Asks = { signalbox: 'limits', asks }
    const failed = () => fail(asks.map(([one]) => one))
    if (!channel.send || channel.connected === false) failed()
    else channel.send(message, (error) => error && failed())
  }

  const receive = (message: unknown): void => {
    if (!isOf<Answers>(message, 'answers')) return
    for (const [one, answer] of message.answers) {
      if (answer) waiting.get(one)?.resolve(answer)
      else fail([one])
      waiting.delete(one)
    }
  }
  const lost = () => fail(waiting.keys())
  channel.on('message', receive)
  channel.on('disconnect', lost)

  return {
    ask(ask) {
      return new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject })
        if (next.push([number, ask]) === 1) queueMicrotask(send)
      })
    },
    async close() {
      channel.off('message', receive)
      channel.off('disconnect', lost)
      lost()
    },
  }
}

/**
 * Answers the asks of a child process for units of limits, from a carrier of this process. Returns a function that stops.
 *
 * @example
 * const carrier = memoryCarrier()
 * for (const child of children) serveLimits(child, carrier)
 */
export function serveLimits(child: IpcChannel, carrier: LimitCarrier): () => void {
  async function answer(message: unknown): Promise<void> {
    if (!isOf<Asks>(message, 'asks')) return
    const answers = await Promise.all(
      message.asks.map(async ([number, ask]) => [number, await carrier.ask(ask).catch(() => undefined)] as const),
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
