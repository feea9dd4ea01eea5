import { type CallOptions, contract, type SignalboxApi, SignalboxError } from '@signalbox/core'
import { type Call, isStream, mapOperations, streaming } from '@signalbox/core/wire'

/** A Signalbox behind a connection that tests control: delays, refusals, outages. */
export interface Controlled {
  readonly api: SignalboxApi
  /** The box that handles the calls. */
  box: SignalboxApi
  /** The names of the calls, in order. */
  readonly calls: string[]
  /** Awaited before a call reaches the box. */
  before: (name: string, input: Readonly<Record<string, unknown>>) => unknown
  /** Awaited after the box has responded, before the caller sees the response. */
  after: (name: string, input: Readonly<Record<string, unknown>>) => unknown
  /** Returns the error with which a call fails, if any. */
  refuse: (name: string) => unknown
  /** Replaces the box's event stream. */
  streams: ((options: CallOptions) => AsyncIterable<unknown>) | undefined
  /** Ends all streams, and fails all calls with UNAVAILABLE. */
  goDown(): void
  comeUp(): void
  /** Resolves at the next call with this name. */
  when(name: string): Promise<void>
}

export function controlled(box: SignalboxApi): Controlled {
  let cut = new AbortController()
  let isDown = false
  const waiting = new Set<(name: string) => void>()
  const unavailable = () => new SignalboxError('UNAVAILABLE', 'The server is down')

  const control: Controlled = {
    api: mapOperations(contract, (operation, path) => {
      const name = path.join('.')
      const call: Call = async (input = {}, options) => {
        control.calls.push(name)
        for (const tell of waiting) tell(name)
        await control.before(name, input)
        const refusal = isDown ? unavailable() : control.refuse(name)
        if (refusal) throw refusal
        const signal = AbortSignal.any([cut.signal, ...(options?.signal ? [options.signal] : [])])
        if (name === 'events.stream' && control.streams) return control.streams({ ...options, signal })
        const answer = await find(control.box, path)(input, {
          ...options,
          ...(isStream(operation.response) && { signal }),
        })
        await control.after(name, input)
        if (isDown) throw unavailable()
        return answer
      }
      return isStream(operation.response) ? streaming(call) : call
    }),
    box,
    calls: [],
    before: () => {},
    after: () => {},
    refuse: () => false,
    streams: undefined,
    goDown() {
      isDown = true
      cut.abort()
    },
    comeUp() {
      isDown = false
      cut = new AbortController()
    },
    when: (wanted) =>
      new Promise((resolve) => {
        const tell = (name: string) => {
          if (name !== wanted) return
          waiting.delete(tell)
          resolve()
        }
        waiting.add(tell)
      }),
  }
  return control
}

const find = (api: SignalboxApi, path: readonly string[]): Call =>
  path.reduce<unknown>((node, name) => (node as Readonly<Record<string, unknown>>)[name], api) as Call
