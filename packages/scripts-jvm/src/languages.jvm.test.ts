import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JvmLanguage, jvmLanguages } from './artifacts.ts'
import { openBench, type Snippets } from './engine.fixture.ts'

const seen: {
  method?: string | undefined
  url?: string | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}[] = []
const surnames = createServer(async (request, response) => {
  const chunks = await request.toArray()
  const { method, url, headers } = request
  seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
  if (url === '/never') return
  if (url === '/moved') return response.writeHead(302, { location: '/surname' }).end()
  if (url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
  response.writeHead(200, { 'content-type': 'application/json', 'x-kind': 'saga' }).end('{"surname":"Lodbrok"}')
})
let origin = ''
beforeAll(async () => {
  await once(surnames.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(surnames.address() as AddressInfo).port}`
})
afterAll(() => {
  surnames.closeAllConnections()
  surnames.close()
})

/** The templates that the editor of the previous feature service offers. */
const templates: Readonly<Record<JvmLanguage, string>> = {
  kotlin: `/**
 * http:     a playframework http client
 */
fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, wsClient: WSClient) {
    if ( context.get("user")?.asText()?.contains("john.doe@gmail.com") ?: false) {
      enabled()
    } else {
      disabled()
    }
}`,
  scala: `/**
 * http:     the play http client
 */
 def enabled(context: play.api.libs.json.JsObject,
             enabled: () => Unit,
             disabled: () => Unit,
             http: play.api.libs.ws.WSClient)(implicit ec: ExecutionContext): Unit = {

    if ( (context \\ "user").asOpt[String].contains("john.doe@gmail.com")) {
      enabled()
    } else {
      disabled()
    }

}`,
}

/** Scripts that ask a service, as in the tests of the previous feature service. */
const asking: Readonly<Record<JvmLanguage, (path?: string) => string>> = {
  kotlin: (path = '/surname') => `
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
  }`,
  scala: (path = '/surname') => `
  import scala.util.{Failure, Success}
  def enabled(context: play.api.libs.json.JsObject, enabled: () => Unit, disabled: () => Unit,
              http: play.api.libs.ws.WSClient)(implicit ec: ExecutionContext): Unit = {
    http.url("${origin}${path}").get().onComplete {
      case Success(response) if response.status == 200 =>
        val surname = (response.json \\ "surname").asOpt[String]
        val name = (context \\ "name").asOpt[String]
        if (surname.contains("Lodbrok") && name.contains("Ragnar")) enabled() else disabled()
      case Success(_) => disabled()
      case Failure(e) =>
        println(e.getMessage)
        disabled()
    }
  }`,
}

/** A function that may make HTTP calls: its head, which the script closes. */
const callers: Readonly<Record<JvmLanguage, string>> = {
  kotlin: 'fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {',
  scala: 'def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient): Unit = {',
}

const broken: readonly (readonly [what: string, scripts: Readonly<Record<JvmLanguage, string>>, line: number])[] = [
  ['a parenthesis', { kotlin: 'fun enabled(context: JsonNode {\n}', scala: 'def enabled(context JsObject) {\n}' }, 1],
  ['a function', { kotlin: 'fun disabled() {}', scala: 'def disabled() = {}' }, 1],
  ['another signature', { kotlin: 'fun enabled(user: String) {}', scala: 'def enabled(user: String) = {}' }, 1],
  ['nothing', { kotlin: '', scala: '' }, 1],
]

const library: Snippets = {
  kotlin: [
    `val users = listOf(User("ann", 3), User("bob", 5)).sortedByDescending { it.age }.map { it.copy(age = it.age + 1) }
     val found = Regex("b(o)b").find(users.joinToString { "\${it.name} \${it.age}" })?.groupValues
     val date = java.time.LocalDate.of(2024, 2, 29).plusYears(1)
     println("$found $date \${java.math.BigDecimal("1.10")} \${kotlin.math.abs(-2)}")
     val lazyOne by lazy { sequence { yield(1); yield(2) }.sum() }
     when (val kind: Kind = Kind.Two(lazyOne)) { is Kind.One -> disabled(); is Kind.Two -> if (kind.n == 3) enabled() }`,
    `data class User(val name: String, val age: Int)
     sealed class Kind { object One : Kind(); data class Two(val n: Int) : Kind() }`,
  ],
  scala: [
    `import scala.jdk.CollectionConverters._
     val users = List(User("ann", 3), User("bob", 5)).sortBy(-_.age).map(user => user.copy(age = user.age + 1))
     val found = "b(o)b".r.findFirstMatchIn(users.mkString).map(m => List(m.matched, m.group(1))).getOrElse(Nil).asJava
     val date = java.time.LocalDate.of(2024, 2, 29).plusYears(1)
     println(s"$found $date \${BigDecimal("1.10")} \${math.abs(-2)}")
     lazy val one = LazyList.from(1).take(2).sum
     val add: java.util.function.Function[Int, Int] = n => n + one
     (Two(add(0)): Kind) match { case One => disabled(); case Two(3) => enabled(); case other => sys.error(other.toString) }`,
    `case class User(name: String, age: Int)
     sealed trait Kind
     case object One extends Kind
     case class Two(n: Int) extends Kind`,
  ],
}

const options = { fetch: (url: string, init: RequestInit) => fetch(url, init) }
const benches = { kotlin: openBench('kotlin', options), scala: openBench('scala', options) }

describe.each(jvmLanguages)('scripts in %s', (language) => {
  const { ask, body, check, engine } = benches[language]
  const template = templates[language]

  describe('of the previous feature service', () => {
    it('decide by the context', async () => {
      expect(await ask(template, { user: 'john.doe@gmail.com' })).toEqual({ active: true, logs: [] })
      expect(await ask(template, { user: 'jane' })).toEqual({ active: false, logs: [] })
      expect(await ask(template, {})).toEqual({ active: false, logs: [] })
    })

    it('ask another service', async () => {
      const script = asking[language]
      expect(await ask(script(), { name: 'Ragnar' })).toEqual({ active: true, logs: [] })
      expect(await ask(script(), { name: 'Floki' })).toEqual({ active: false, logs: [] })
      expect(await ask(script('/moved'), { name: 'Ragnar' })).toEqual({ active: true, logs: [] })
      expect((await ask(script('/loop'), { name: 'Ragnar' })).logs).toEqual([
        expect.stringContaining('redirects too often'),
      ])
    })
  })

  it('take a map, and may leave out http', async () => {
    const script = body({
      kotlin: `
        val tags = context["tags"] as List<*>
        println(tags.size); println(context["nested"]); println()
        if (tags.any { it == "beta" }) enabled() else disabled()`,
      scala: `
        val tags = context("tags").asInstanceOf[List[String]]
        println(tags.size); println(context("nested")); println()
        if (tags.contains("beta")) enabled() else disabled()`,
    })
    const nested = { kotlin: '{n=1.5, no=null}', scala: 'Map(n -> 1.5, no -> null)' }
    expect(await ask(script, { tags: ['a', 'beta'], nested: { n: 1.5, no: null } })).toEqual({
      active: true,
      logs: ['2', nested[language], ''],
    })
  })

  it('may use the standard library, classes and lambdas of their own', async () => {
    expect(await ask(body(library))).toEqual({ active: true, logs: ['[bob, o] 2025-02-28 1.10 2'] })
  })

  it('are decided by their first callback, whatever they do afterwards', async () => {
    const script = body({
      kotlin: 'enabled(); disabled(); throw IllegalStateException("late")',
      scala: 'enabled(); disabled(); throw new IllegalStateException("late")',
    })
    expect(await ask(script)).toEqual({ active: true, logs: [] })
  })

  it('send what they are told, with the trace of the call, and wait for the response if they like', async () => {
    seen.length = 0
    const calls = {
      kotlin: `
        val response = http.url("${origin}/surname").addHeader("X-Team", "web").addQueryParameter("q", "a b")
          .post(context).toCompletableFuture().get()
        println(response.status.toString() + response.getHeader("X-Kind"))`,
      scala: `
        import scala.concurrent.duration._
        val request = http.url("${origin}/surname").addHttpHeaders("X-Team" -> "web").addQueryStringParameters("q" -> "a b")
        val response = Await.result(request.withRequestTimeout(20.seconds).post(context), 20.seconds)
        println(response.status.toString + response.header("X-Kind").getOrElse(""))`,
    }
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const script = `${callers[language]}\n${calls[language]}\nenabled()\n}`
    expect(await engine.run({ type: language, script, context: { a: 1 }, traceparent })).toEqual({
      active: true,
      logs: ['200saga'],
    })
    const headers = expect.objectContaining({ 'x-team': 'web', 'content-type': 'application/json', traceparent })
    expect(seen).toEqual([{ method: 'POST', url: '/surname?q=a%20b', headers, body: '{"a":1}' }])
  })

  it('make three calls at most', async () => {
    const four = { kotlin: 'for (i in 1..4)', scala: 'for (i <- 1 to 4)' }
    const calls = `${callers[language]}\n${four[language]} http.url("${origin}/surname").get()\n}`
    expect((await ask(calls)).error?.message).toContain('at most 3 HTTP calls')
  })

  const types = { kotlin: 'val n: Int = "x"\nenabled()', scala: 'val n: Int = "x"\nenabled()' }
  it.each([
    ...broken.map(([what, scripts, line]) => [what, scripts[language], line] as const),
    ['a type', body(types), 2] as const,
    ['a name', body('enabled()\nenabeld()'), 3] as const,
  ])('with an error have its line and column: %s', async (_, script, line) => {
    const error = await check(script)
    expect(error).toMatchObject({ code: 'SYNTAX', line, column: expect.any(Number) })
    expect(error?.message).not.toBe('')
    expect((await ask(script)).error).toEqual(error)
  })

  it('that throw, answer nothing or nest too deeply are inactive with the reason', async () => {
    const throwing = body({
      kotlin: 'println("a"); throw IllegalStateException("wrong " + context["n"])',
      scala: 'println("a"); throw new IllegalStateException("wrong " + context("n"))',
    })
    expect(await ask(throwing, { n: 3 })).toEqual({
      active: false,
      logs: ['a'],
      error: { code: 'EXCEPTION', message: 'IllegalStateException: wrong 3' },
    })
    expect((await ask(body(''))).error?.code).toBe('NO_ANSWER')
    const outside = body({
      kotlin: ['enabled(); println(n)', 'val n: Int = throw IllegalStateException("outside")'],
      scala: ['enabled()', 'val n: Int = throw new IllegalStateException("outside")'],
    })
    expect(await ask(outside)).toEqual({
      active: false,
      logs: [],
      error: { code: 'EXCEPTION', message: 'IllegalStateException: outside' },
    })
    const deep = body({
      kotlin: ['println(down(0)); enabled()', 'fun down(n: Int): Int = down(n + 1) + 1'],
      scala: ['println(down(0)); enabled()', 'def down(n: Int): Int = down(n + 1) + 1'],
    })
    expect((await ask(deep)).error).toMatchObject({
      code: 'EXCEPTION',
      message: expect.stringContaining('too deeply'),
    })
  })

  it('have a log of a hundred lines of a thousand characters', async () => {
    const { logs } = await ask(
      body({
        kotlin: 'for (i in 1..150) println("x".repeat(2000)); enabled()',
        scala: 'for (i <- 1 to 150) println("x" * 2000); enabled()',
      }),
    )
    expect(logs).toHaveLength(101)
    expect([logs[0]?.length, logs.at(-1)]).toEqual([1000, '… and 50 more lines'])
  })

  it('keep nothing of other scripts, and get each context whole', async () => {
    const script = body({
      kotlin: 'println(context["n"].toString() + context["text"]); enabled()',
      scala: 'println(context("n").toString + context("text")); enabled()',
    })
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ask(script, { n, text: `é\u{1f600}"${n}` })),
    )
    expect(outcomes).toEqual(outcomes.map((_, n) => ({ active: true, logs: [`${n}é\u{1f600}"${n}`] })))
  })

  it('of another language are not run', async () => {
    const type = { kotlin: 'scala', scala: 'kotlin' }[language]
    const outcome = await engine.run({ type, script: template, context: {} })
    expect(outcome.error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining(`not ${type}`) })
  })
})

describe('a script in scala', () => {
  const { ask, body, check } = benches.scala
  const caller = callers.scala

  it('has an execution context without asking for one, whatever it imports', async () => {
    const future = 'Future(1).map(_ + 1).foreach { n => println(n); enabled() }'
    expect(await ask(body(future))).toEqual({ active: true, logs: ['2'] })
    const imported = `import scala.concurrent.ExecutionContext.Implicits.global\n${future}`
    expect(await ask(body(imported))).toEqual({ active: true, logs: ['2'] })
    const own = 'Await.result(Future { Await.result(Future(3), inf) }, inf); enabled()'
    const inf = 'val inf = scala.concurrent.duration.Duration.Inf'
    expect(await ask(body({ kotlin: '', scala: [own, inf] }))).toEqual({ active: true, logs: [] })
    const failing = 'Future(1).foreach { _ => sys.error("in a callback") }'
    expect(await ask(body(failing))).toMatchObject({
      logs: ['java.lang.RuntimeException: in a callback'],
      error: { code: 'NO_ANSWER' },
    })
  })

  it('reads and writes JSON of its own classes', async () => {
    const user = `case class User(name: String, age: Int)
      object User { implicit val format: OFormat[User] = Json.format[User] }`
    const use =
      'println(Json.parse("""{"name":"ann","age":3}""").as[User]); println(Json.toJson(User("bob", 4))); enabled()'
    expect(await ask(body({ kotlin: '', scala: [use, user] }))).toEqual({
      active: true,
      logs: ['User(ann,3)', '{"name":"bob","age":4}'],
    })
  })

  it('sends forms, replaces headers and parameters, and gives up in time', async () => {
    seen.length = 0
    const script = `${caller}
      import scala.concurrent.duration._
      import play.api.libs.ws.DefaultBodyWritables._
      val base = http.url("${origin}/surname?a=1").withHeaders("X-A" -> "1").withQueryStringParameters("b" -> "2")
      val sent = for {
        form <- base.withHttpHeaders("X-B" -> "2").put(Map("k" -> Seq("1", "ä")))
        text <- base.withMethod("PATCH").withBody("plain").execute()
        late <- http.url("${origin}/never").withRequestTimeout(50.millis).get().map(_.body).recover { case e => e.getMessage }
      } yield List(form.body, text.contentType, late)
      sent.foreach { all => all.foreach(println(_)); enabled() }
    }`
    const { active, logs } = await ask(script)
    expect([active, logs]).toEqual([
      true,
      ['{"surname":"Lodbrok"}', 'application/json', expect.stringMatching(/timeout|aborted/)],
    ])
    const [form, text] = seen
    expect(form).toMatchObject({ method: 'PUT', url: '/surname?b=2', body: 'k=1&k=%C3%A4' })
    expect(form?.headers).toMatchObject({ 'x-b': '2', 'content-type': 'application/x-www-form-urlencoded' })
    expect(form?.headers['x-a']).toBeUndefined()
    expect(text).toMatchObject({ method: 'PATCH', body: 'plain', headers: expect.objectContaining({ 'x-a': '1' }) })
  })

  it('is compiled by itself: it does not see what others declare', async () => {
    expect(await check(body({ kotlin: '', scala: ['println(new Mine); enabled()', 'class Mine'] }))).toBeUndefined()
    expect(await check(body('println(new Mine); enabled()'))).toMatchObject({
      message: 'not found: type Mine',
      line: 2,
    })
  })
})
