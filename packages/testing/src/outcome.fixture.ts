import { etagOf, SignalboxError } from '@signalbox/core'
import { contract, operations, type SignalboxApi } from '@signalbox/core/contract'
import type { ApiCall } from './calls.fixture.ts'
import { collect } from './collect.ts'

const listed = new Map(operations(contract).map((one) => [one.name.join('.'), one]))

/** Returns the outcome of a call as text: the response with its entity tag, or the complete failure. */
export async function outcome(api: SignalboxApi, { name, input, guard }: ApiCall): Promise<string> {
  const { find, operation } = listed.get(name)!
  try {
    const ifMatch = operation.conditional ? await guardOf(api, { name, input, guard }) : undefined
    const answer = await find(api)(input, ifMatch === undefined ? {} : { ifMatch })
    const whole = /\.export\w*$/.test(name) ? await collect(answer as AsyncIterable<unknown>) : (answer as object)
    // A streamed tree has a leaf after the siblings whose names begin with its name.
    const answered = /\.(tree\w*|nested)$/.test(name) ? sorted(whole) : name === 'about' ? withoutStreams(whole) : whole
    return JSON.stringify({ answer: answered, etag: etagOf(whole) })
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { code, message, errors, fieldErrors, members } = error
    return JSON.stringify({ code, message, errors, fieldErrors, members })
  }
}

/** In process, a stream is open from its first read; over HTTP, from the response. */
const withoutStreams = (about: object) => {
  const { streams: _streams, consumers: _consumers, ...events } = (about as About).events
  return { ...about, events }
}
type About = Awaited<ReturnType<SignalboxApi['about']>>

async function guardOf(api: SignalboxApi, { name, input, guard }: ApiCall): Promise<string | undefined> {
  if (guard === 'none') return undefined
  if (guard === 'stale') return '"stale"'
  const find = listed.get(name.replace(/\.\w+$/, '.get'))!.find
  const record = await find(api)({ id: String(input.id) }).catch(() => undefined)
  return record === undefined ? undefined : etagOf(record as object)
}

/** A copy with the members of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
