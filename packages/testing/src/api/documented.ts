import { type Call, errorCodes, isStream, type Operation, SignalboxError, streaming } from '@signalbox/core/wire'
import { type Complain, hold, paths } from './document.ts'

const lenient = new WeakSet<object>()

/** Marks a body that the service accepts although the document omits its spelling. Its schema is not checked. */
export function leniently<T extends object>(body: T): T {
  lenient.add(body)
  return body
}

/**
 * Wraps a call so that it is checked against the OpenAPI document: each response and item must match its schema, each
 * failure must be among the listed statuses, and each accepted input must match its schema.
 */
export function documented({ method, path, response, status = 200 }: Operation, call: Call, complain: Complain): Call {
  const pathname = path.replace(/\?.*/, '')
  const place = ['paths', pathname, method.toLowerCase()]
  const said = paths[pathname]?.[method.toLowerCase()]
  if (!said) throw new Error(`The document does not have ${method} ${pathname}`)
  const answer = [...place, 'responses', String(status), 'content']

  function holdInput(input: Readonly<Record<string, unknown>>): void {
    for (const [i, { name }] of said!.parameters.entries())
      if (name !== undefined && input[name] !== undefined)
        hold(input[name], [...place, 'parameters', String(i), 'schema'], complain)
    const isLeftOut = input.body === undefined && said!.requestBody?.required === false
    if (said!.requestBody?.content['application/json'] && !isLeftOut && !lenient.has(Object(input.body)))
      hold(asJson(input.body), [...place, 'requestBody', 'content', 'application/json', 'schema'], complain)
  }

  const held: Call = async (input = {}, options) => {
    try {
      const result = await call(input, options)
      holdInput(input)
      if (!isStream(response)) {
        hold(asJson(result), [...answer, 'application/json', 'schema'], complain)
        return result
      }
      const [type = ''] = Object.keys(said.responses[status]?.content ?? {})
      const item = [...answer, type, 'schema', 'contentSchema']
      return heldItems(result as AsyncIterable<unknown>, (value) => hold(asJson(value), item, complain))
    } catch (error) {
      if (error instanceof SignalboxError && !(errorCodes[error.code].status in said.responses))
        complain(`The document does not say that ${method} ${path} can fail with ${error.code}: ${error.message}`)
      throw error
    }
  }
  return isStream(response) ? streaming(held) : held
}

/**
 * The value as HTTP would carry it: without undefined members. Returns `undefined` for what is not JSON, such as
 * uploads.
 */
const asJson = (value: unknown): unknown => {
  if (value === undefined || isIterable(value)) return undefined
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

const isIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Symbol.asyncIterator in value

/** Passes values on and looks at each. Not a generator, because a generator that waits cannot be returned. */
function heldItems(values: AsyncIterable<unknown>, look: (value: unknown) => void): AsyncIterableIterator<unknown> {
  const iterator = values[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      const step = await iterator.next()
      if (!step.done) look(step.value)
      return step
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  }
}
