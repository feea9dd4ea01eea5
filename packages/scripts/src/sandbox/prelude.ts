/** Maximum length of a log line, in UTF-16 code units. */
export const lineLength = 1_000

/**
 * JavaScript that sets up what scripts have besides ECMAScript: a function that takes the host's callbacks and returns
 * what the host calls. It runs before any script and saves the built-ins it needs in variables, because scripts may
 * replace them.
 */
export const prelude = `(function (hostLog, hostCall, hostRandom) {
  'use strict'
  const { parse, stringify } = JSON
  const { apply } = Reflect
  const { slice, toLowerCase } = String.prototype
  const [toText, Failure, Eventual] = [String, Error, Promise]

  const shown = (value) => {
    if (typeof value === 'string') return value
    try {
      if (!(value instanceof Failure)) return stringify(value) ?? toText(value)
    } catch {}
    try {
      return toText(value)
    } catch {
      return '[cannot be shown]'
    }
  }
  const log = (...values) => {
    let line = ''
    for (let i = 0; i < values.length && line.length < ${lineLength}; i++) line += (i === 0 ? '' : ' ') + shown(values[i])
    hostLog(apply(slice, line, [0, ${lineLength}]))
  }
  globalThis.console = { log, debug: log, info: log, warn: log, error: log }
  Math.random = () => hostRandom()

  const waiting = { __proto__: null }
  const send = ({ url, method = 'GET', headers = {}, body }, settle) => {
    const text = body === undefined || body === null || typeof body === 'string' ? body : stringify(body)
    const call = hostCall(stringify({ url: toText(url), method: toText(method), headers, body: text ?? undefined }))
    if (typeof call === 'string') throw new Failure(call)
    waiting[call] = settle
  }
  const toResponse = ({ status, url, headers, body }) => ({
    status,
    ok: status >= 200 && status < 300,
    url,
    headers: { get: (name) => ({ __proto__: null, ...headers })[apply(toLowerCase, toText(name), [])] ?? null },
    text: async () => body,
    json: async () => parse(body),
  })
  const http = {
    call(request, callback) {
      send(request, (error, response) => {
        if (error) return callback(error)
        if (response.status < 400) return callback(null, response.body)
        const refused = new Failure(response.url + ' answered ' + response.status)
        refused.status = response.status
        callback(refused, response.body)
      })
    },
    fetch: (url, init) =>
      new Eventual((resolve, reject) => {
        send({ ...init, url }, (error, response) => (error ? reject(error) : resolve(toResponse(response))))
      }),
  }
  const respond = (call, json) => {
    const settle = waiting[call]
    delete waiting[call]
    const { error, response } = parse(json)
    settle(error === undefined ? undefined : new Failure(error), response)
  }
  return { parse, http, respond }
})`
