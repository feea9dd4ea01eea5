import { etagOf, SignalboxError } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { contract, operations } from '@signalbox/core/contract'
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
    return JSON.stringify({ answer: whole, etag: etagOf(whole) })
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { code, message, errors, fieldErrors, members } = error
    return JSON.stringify({ code, message, errors, fieldErrors, members })
  }
}

async function guardOf(api: SignalboxApi, { name, input, guard }: ApiCall): Promise<string | undefined> {
  if (guard === 'none') return undefined
  if (guard === 'stale') return '"stale"'
  const find = listed.get(name.replace(/\.\w+$/, '.get'))!.find
  const record = await find(api)({ id: String(input.id) }).catch(() => undefined)
  return record === undefined ? undefined : etagOf(record as object)
}
