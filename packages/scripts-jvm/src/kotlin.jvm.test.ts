import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, body, openEngine } from './engine.fixture.ts'

const seen: { method?: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
const surnames = createServer(async (request, response) => {
  const chunks = await request.toArray()
  seen.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() })
  if (request.url === '/moved') return response.writeHead(302, { location: '/surname' }).end()
  if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
  response.writeHead(200, { 'content-type': 'application/json', 'x-kind': 'saga' }).end('{"surname":"Lodbrok"}')
})
let origin = ''
beforeAll(async () => {
  await once(surnames.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(surnames.address() as AddressInfo).port}`
})
afterAll(() => surnames.close())

const engine = openEngine({ fetch: (url, init) => fetch(url, init) })

/** The template that the editor of the previous feature service offers. */
const template = `/**
 * http:     a playframework http client
 */
fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, wsClient: WSClient) {
    if ( context.get("user")?.asText()?.contains("john.doe@gmail.com") ?: false) {
      enabled()
    } else {
      disabled()
    }
}`

/** A script that asks a service, as in the tests of the previous feature service. */
const asking = (path = '/surname') => `
  fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, wsClient: WSClient) {
      wsClient.url("${origin}${path}")
        .get()
        .whenComplete { wsResponse, e ->
          if (e != null) {
            println(e.message)
            disabled()
          } else {
            when (wsResponse.getStatus()) {
              200 -> {
                val jsonBody = wsResponse.asJson()
                if (jsonBody.get("surname").asText() == "Lodbrok" && context.get("name").asText() == "Ragnar") {
                  enabled()
                } else {
                  disabled()
                }
              }
              else -> disabled()
            }
          }
        }
  }`

describe('a Kotlin script of the previous feature service', () => {
  it('decides by the context', async () => {
    expect(await ask(engine, template, { user: 'john.doe@gmail.com' })).toEqual({ active: true, logs: [] })
    expect(await ask(engine, template, { user: 'jane' })).toEqual({ active: false, logs: [] })
    expect(await ask(engine, template, {})).toEqual({ active: false, logs: [] })
  })

  it('asks another service', async () => {
    expect(await ask(engine, asking(), { name: 'Ragnar' })).toEqual({ active: true, logs: [] })
    expect(await ask(engine, asking(), { name: 'Floki' })).toEqual({ active: false, logs: [] })
    expect(await ask(engine, asking('/moved'), { name: 'Ragnar' })).toEqual({ active: true, logs: [] })
    expect((await ask(engine, asking('/loop'), { name: 'Ragnar' })).logs).toEqual([
      expect.stringContaining('redirects too often'),
    ])
  })
})

describe('a Kotlin script', () => {
  it('takes a map, and may leave out http', async () => {
    const script = body(`
      val tags = context["tags"] as List<*>
      println(tags.size); println(context["nested"]); println()
      if (tags.any { it == "beta" }) enabled() else disabled()`)
    expect(await ask(engine, script, { tags: ['a', 'beta'], nested: { n: 1.5, no: null } })).toEqual({
      active: true,
      logs: ['2', '{n=1.5, no=null}', ''],
    })
  })

  it('may use the standard library, classes, data classes and lambdas of its own', async () => {
    const script = body(
      `val users = listOf(User("ann", 3), User("bob", 5)).sortedByDescending { it.age }.map { it.copy(age = it.age + 1) }
       val found = Regex("b(o)b").find(users.joinToString { "\${it.name} \${it.age}" })?.groupValues
       val date = java.time.LocalDate.of(2024, 2, 29).plusYears(1)
       println("$found $date \${java.math.BigDecimal("1.10")} \${kotlin.math.abs(-2)}")
       val lazyOne by lazy { sequence { yield(1); yield(2) }.sum() }
       when (val kind: Kind = Kind.Two(lazyOne)) { is Kind.One -> disabled(); is Kind.Two -> if (kind.n == 3) enabled() }`,
      `data class User(val name: String, val age: Int)
       sealed class Kind { object One : Kind(); data class Two(val n: Int) : Kind() }`,
    )
    expect(await ask(engine, script)).toEqual({ active: true, logs: ['[bob, o] 2025-02-28 1.10 2'] })
  })

  it('is decided by its first callback, whatever it does afterwards', async () => {
    expect(await ask(engine, body('enabled(); disabled(); throw IllegalStateException("late")'))).toEqual({
      active: true,
      logs: [],
    })
  })

  it('sends what it is told, with the trace of the call, and waits for the response if it likes', async () => {
    seen.length = 0
    const script = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {
      val response = http.url("${origin}/surname").addHeader("X-Team", "web").addQueryParameter("q", "a b")
        .post(context).toCompletableFuture().get()
      println(response.status.toString() + response.getHeader("X-Kind"))
      enabled()
    }`
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    expect(await engine.run({ type: 'kotlin', script, context: { a: 1 }, traceparent })).toEqual({
      active: true,
      logs: ['200saga'],
    })
    const headers = expect.objectContaining({ 'x-team': 'web', 'content-type': 'application/json', traceparent })
    expect(seen).toEqual([{ method: 'POST', headers, body: '{"a":1}' }])
  })

  it('makes three calls at most, and only where it may', async () => {
    const calls = `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {
      for (i in 1..4) http.url("${origin}/surname").get()
    }`
    expect((await ask(engine, calls)).error?.message).toContain('at most 3 HTTP calls')
    const closed = openEngine()
    expect((await ask(closed, asking(), {})).logs).toEqual([expect.stringContaining('may not make HTTP calls here')])
  })

  it.each([
    ['a parenthesis', 'fun enabled(context: JsonNode {\n}', 1],
    ['a type', body('val n: Int = "x"\nenabled()'), 2],
    ['a name', body('enabled()\nenabeld()'), 3],
    ['a function', 'fun disabled() {}', 1],
    ['another signature', 'fun enabled(user: String) {}', 1],
    ['nothing', '', 1],
  ])('with an error has its line and column: %s', async (_, script, line) => {
    const error = await engine.check({ type: 'kotlin', script })
    expect(error).toMatchObject({ code: 'SYNTAX', line, column: expect.any(Number) })
    expect(error?.message).not.toBe('')
    expect((await ask(engine, script)).error).toEqual(error)
  })

  it('that throws, answers nothing or nests too deeply is inactive with the reason', async () => {
    expect(await ask(engine, body('println("a"); error("wrong " + context["n"])'), { n: 3 })).toEqual({
      active: false,
      logs: ['a'],
      error: { code: 'EXCEPTION', message: 'IllegalStateException: wrong 3' },
    })
    expect((await ask(engine, body(''))).error?.code).toBe('NO_ANSWER')
    const deep = await ask(engine, body('println(down(0)); enabled()', 'fun down(n: Int): Int = down(n + 1) + 1'))
    expect(deep.error).toMatchObject({ code: 'EXCEPTION', message: expect.stringContaining('too deeply') })
  })

  it('has a log of a hundred lines of a thousand characters', async () => {
    const { logs } = await ask(engine, body('for (i in 1..150) println("x".repeat(2000)); enabled()'))
    expect(logs).toHaveLength(101)
    expect([logs[0]?.length, logs.at(-1)]).toEqual([1000, '… and 50 more lines'])
  })

  it('keeps nothing of other scripts, and gets each context whole', async () => {
    const script = body('println(context["n"].toString() + context["text"]); enabled()')
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(engine, script, { n, text: `é\u{1f600}"${n}` })),
    )
    expect(outcomes).toEqual(outcomes.map((_, n) => ({ active: true, logs: [`${n}é\u{1f600}"${n}`] })))
  })

  it('of another language is not run', async () => {
    const outcome = await engine.run({ type: 'scala', script: template, context: {} })
    expect(outcome.error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('not scala') })
  })
})
