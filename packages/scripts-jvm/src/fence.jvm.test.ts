import { describe, expect, it } from 'vitest'
import { type JvmLanguage, jvmLanguages } from './artifacts.ts'
import { openBench, type Snippets } from './engine.fixture.ts'

const benches = { kotlin: openBench('kotlin'), scala: openBench('scala') }

/** What scripts may not do, with what the message names. */
const refused: readonly (readonly [snippet: Snippets, named: string])[] = [
  ['Class.forName("java.io.File")', 'Class.forName'],
  [
    { kotlin: 'String::class.java.getDeclaredMethods()', scala: 'classOf[String].getDeclaredMethods()' },
    'getDeclaredMethods',
  ],
  [{ kotlin: '"x".javaClass.classLoader', scala: '"x".getClass.getClassLoader' }, 'Class.getClassLoader'],
  [
    {
      kotlin: '"x".javaClass.getDeclaredConstructor().newInstance()',
      scala: '"x".getClass.getDeclaredConstructor().newInstance()',
    },
    'java.lang',
  ],
  [{ kotlin: '"x".javaClass.module', scala: '"x".getClass.getModule' }, 'java.lang'],
  [
    {
      kotlin: 'java.lang.reflect.Array.newInstance(String::class.java, 1)',
      scala: 'java.lang.reflect.Array.newInstance(classOf[String], 1)',
    },
    'java.lang.reflect.Array',
  ],
  ['java.lang.reflect.Proxy.getInvocationHandler(context)', 'java.lang.reflect'],
  ['java.lang.invoke.MethodHandles.lookup()', 'java.lang.invoke'],
  ['Runtime.getRuntime().exec("id")', 'java.lang.Runtime'],
  [{ kotlin: 'ProcessBuilder("id").start()', scala: 'new ProcessBuilder("id").start()' }, 'java.lang.Process'],
  ['ProcessHandle.current().pid()', 'java.lang.ProcessHandle'],
  ['System.exit(0)', 'System.exit'],
  [{ kotlin: 'kotlin.system.exitProcess(0)', scala: 'sys.exit(0)' }, 'exit'],
  ['System.getenv("PATH")', 'System.getenv'],
  ['System.getProperty("java.home")', 'System.getProperty'],
  ['System.setProperty("a", "b")', 'System.setProperty'],
  ['System.load("/x.so")', 'System.load'],
  ['System.setOut(null)', 'java'],
  ['System.gc()', 'System.gc'],
  [
    { kotlin: 'java.io.File("/etc/passwd").readText()', scala: 'new java.io.File("/etc/passwd").length()' },
    'java.io.File',
  ],
  [
    { kotlin: 'java.io.FileInputStream("/etc/passwd")', scala: 'new java.io.FileInputStream("/etc/passwd")' },
    'java.io.FileInputStream',
  ],
  [
    { kotlin: 'java.io.RandomAccessFile("/x", "rw")', scala: 'new java.io.RandomAccessFile("/x", "rw")' },
    'java.io.RandomAccessFile',
  ],
  ['java.nio.file.Files.readString(java.nio.file.Path.of("/etc/passwd"))', 'java.nio.file'],
  ['java.nio.file.Paths.get("/etc")', 'java.nio.file'],
  [
    { kotlin: 'java.util.Scanner(java.lang.String("x") as String)', scala: 'new java.util.Scanner("x")' },
    'java.util.Scanner',
  ],
  [{ kotlin: 'java.util.Formatter("/tmp/x")', scala: 'new java.util.Formatter("/tmp/x")' }, 'java.util.Formatter'],
  [{ kotlin: 'java.net.Socket("127.0.0.1", 80)', scala: 'new java.net.Socket("127.0.0.1", 80)' }, 'java.net.Socket'],
  [
    { kotlin: 'java.net.URL("http://127.0.0.1").readText()', scala: 'new java.net.URL("http://127.0.0.1").getContent' },
    'java.net.URL',
  ],
  ['java.net.URI.create("http://127.0.0.1").toURL()', 'java.net.UR'],
  ['java.net.http.HttpClient.newHttpClient()', 'java.net.http'],
  ['java.net.InetAddress.getByName("localhost")', 'java.net.InetAddress'],
  [{ kotlin: 'Thread { }.start()', scala: 'new Thread(() => ()).start()' }, 'java.lang.Thread'],
  ['Thread.currentThread().getContextClassLoader()', 'Thread.currentThread'],
  [{ kotlin: 'kotlin.concurrent.thread { }', scala: 'Future(1)(ExecutionContext.global)' }, 'concurrent'],
  ['java.util.concurrent.Executors.newCachedThreadPool()', 'java.util.concurrent.Executor'],
  ['java.util.concurrent.ForkJoinPool.commonPool()', 'java.util.concurrent.ForkJoinPool'],
  [
    {
      kotlin: 'java.util.concurrent.CompletableFuture.runAsync { }',
      scala: 'java.util.concurrent.CompletableFuture.runAsync(() => ())',
    },
    'runAsync',
  ],
  [
    {
      kotlin: 'listOf(1).stream().parallel().count()',
      scala: 'java.util.List.of(1).stream().parallel().count()',
    },
    'parallel',
  ],
  [
    {
      kotlin: 'java.util.stream.StreamSupport.stream(listOf(1).spliterator(), true).forEach { }',
      scala: 'java.util.stream.StreamSupport.stream(java.util.List.of(1).spliterator(), true).forEach(_ => ())',
    },
    'java.util.stream.StreamSupport',
  ],
  [
    {
      kotlin:
        'java.util.stream.StreamSupport.intStream(IntArray(1).let { java.util.Arrays.spliterator(it) }, true).sum()',
      scala: 'java.util.stream.StreamSupport.intStream(java.util.Arrays.spliterator(Array(1)), true).sum()',
    },
    'java.util.stream.StreamSupport',
  ],
  [
    {
      kotlin: 'java.util.Arrays.parallelSetAll(IntArray(9)) { it }',
      scala: 'java.util.Arrays.parallelSetAll(new Array[Int](9), (i: Int) => i)',
    },
    'Arrays.parallelSetAll',
  ],
  [
    { kotlin: 'java.util.Arrays.parallelSort(IntArray(9))', scala: 'java.util.Arrays.parallelSort(new Array[Int](9))' },
    'Arrays.parallelSort',
  ],
  [
    {
      kotlin: 'java.util.Arrays.parallelPrefix(IntArray(9)) { a, b -> a + b }',
      scala: 'java.util.Arrays.parallelPrefix(new Array[Int](9), (a: Int, b: Int) => a + b)',
    },
    'Arrays.parallelPrefix',
  ],
  ...['forEach(1L, F)', 'search(1L, F)', 'reduceValues(1L, F)', 'forEachKey(1L, F)'].map(
    (call): readonly [Snippets, string] => {
      const name = call.slice(0, call.indexOf('('))
      const [two, one] = name === 'forEach' || name === 'search' ? ['a, b', 'a, b'] : ['a', 'a']
      const args = name === 'reduceValues' ? 'a, b' : name === 'forEachKey' ? one : two
      const result = name.startsWith('forEach') ? '' : 'a'
      const map = 'java.util.concurrent.ConcurrentHashMap'
      return [
        {
          kotlin: `${map}<Int, Int>().${call.replace('F', `{ ${args} -> ${result} }`)}`,
          scala: `new ${map}[Int, Int]().${call.replace('F', `(${args.replace(/\w/g, '$&: Int')}) => ${result || '()'}`)}`,
        },
        `ConcurrentHashMap.${name}`,
      ]
    },
  ),
  [{ kotlin: 'java.util.Timer()', scala: 'new java.util.Timer()' }, 'java.util.Timer'],
  [
    { kotlin: 'java.util.ServiceLoader.load(Any::class.java)', scala: 'java.util.ServiceLoader.load(classOf[Object])' },
    'java.util.ServiceLoader',
  ],
  ['java.util.Locale.setDefault(java.util.Locale.ROOT)', 'Locale.setDefault'],
  ['sun.misc.Unsafe.getUnsafe()', 'sun.misc'],
  [
    {
      kotlin: 'com.fasterxml.jackson.databind.ObjectMapper().readTree(java.lang.String("1") as String)',
      scala: 'new com.fasterxml.jackson.databind.ObjectMapper().readTree("1")',
    },
    'ObjectMapper',
  ],
  [
    {
      kotlin: 'com.fasterxml.jackson.databind.node.POJONode(context).toString()',
      scala: 'new com.fasterxml.jackson.databind.node.POJONode(context).toString()',
    },
    'POJONode',
  ],
  ['java.lang.management.ManagementFactory.getRuntimeMXBean()', 'java.lang.management'],
  ['java.lang.ref.Cleaner.create()', 'java.lang.ref'],
  [{ kotlin: 'ThreadLocal<Int>()', scala: 'new ThreadLocal[Int]()' }, 'java.lang.ThreadLocal'],
  [
    { kotlin: 'signalbox.script.KotlinBridge.connect { }', scala: 'signalbox.script.ScalaBridge.connect(_ => ())' },
    'signalbox.script.',
  ],
  [{ kotlin: 'signalbox.jvm.Main.main(arrayOf())', scala: 'signalbox.jvm.Main.main(Array())' }, 'signalbox.jvm.Main'],
  [{ kotlin: 'javax.script.ScriptEngineManager()', scala: 'new javax.script.ScriptEngineManager()' }, 'javax.script'],
  [{ kotlin: 'Exception().printStackTrace()', scala: 'new Exception().printStackTrace()' }, 'printStackTrace'],
]

/** What the library of one language offers beside that. */
const refusedIn: Readonly<Record<JvmLanguage, readonly (readonly [snippet: string, named: string])[]>> = {
  kotlin: [['readln()', 'kotlin.io']],
  scala: [
    ['scala.io.Source.fromFile("/etc/passwd").mkString', 'scala.io'],
    ['scala.io.StdIn.readLine()', 'scala.io'],
    ['Console.in.read()', 'scala.Console'],
    ['sys.env("PATH")', 'scala.sys.package$.env'],
    ['sys.props("java.home")', 'scala.sys.package$.props'],
    ['sys.runtime.exit(0)', 'scala.sys.package$.runtime'],
    ['sys.addShutdownHook(())', 'scala.sys'],
    ['import scala.sys.process._; "id".!!', 'scala.sys.process'],
    ['scala.util.Properties.envOrElse("PATH", "")', 'scala.util.Properties'],
    ['scala.util.Properties.setProp("a", "b")', 'scala.util.Properties'],
    ['scala.reflect.runtime.universe', 'scala.reflect.runtime|not a member'],
    ['scala.reflect.ensureAccessible(null.asInstanceOf[java.lang.reflect.Method])', 'java.lang.reflect|scala.reflect'],
    ['import scala.language.reflectiveCalls; def x(a: { def b: Int }) = a.b; x(null)', 'method handles'],
    ['scala.concurrent.ExecutionContext.fromExecutor(null)', 'java.util.concurrent.Executor'],
    [
      'import scala.jdk.StreamConverters._; Vector(1).asJavaParStream',
      'scala.jdk.StreamConverters|scala.collection.convert',
    ],
    ['new scala.util.DynamicVariable(1)', 'scala.util.DynamicVariable'],
    ['new scala.ref.WeakReference("x")', 'scala.ref'],
    ['scala.compat.Platform.collectGarbage()', 'scala.compat'],
    [
      'play.api.libs.json.jackson.JacksonJson.mapper',
      'play.api.libs.json.jackson|cannot be accessed|inaccessible|not found',
    ],
  ],
}

/** What the compiler itself does not find is refused, too: the compiler sees the whole JDK. */
const unknown = {
  kotlin: '[Uu]nresolved reference|deprecat',
  scala: 'not found: |is not a member of|cannot be accessed|type mismatch',
}

describe.each(jvmLanguages)('the fence of %s', (language) => {
  const { ask, body, check } = benches[language]
  const rows: readonly (readonly [Snippets, string])[] = [...refused, ...refusedIn[language]]

  it.each(rows.map(([snippet, named]) => [body(snippet).split('\n')[1], snippet, named] as const))(
    'refuses %s',
    async (_, snippet, named) => {
      const error = await check(body(snippet))
      expect(error).toMatchObject({ code: 'SYNTAX', line: expect.any(Number), column: expect.any(Number) })
      const names = named.replaceAll('.', '\\.').replaceAll('$', '\\$')
      expect(error?.message).toMatch(
        new RegExp(`uses .*(${names})|${names.includes('|') ? `${names}|` : ''}${unknown[language]}`),
      )
    },
  )

  it('refuses finalizers, which run outside of all limits', async () => {
    const finalizer = body({
      kotlin: ['enabled()', 'class A { protected fun finalize() { while (true) { } } }'],
      scala: ['enabled()', 'class A { override def finalize(): Unit = { while (true) { } } }'],
    })
    expect((await check(finalizer))?.message).toContain('finalizers')
  })

  const inherited: readonly (readonly [string, Snippets])[] = [
    [
      'completeAsync',
      {
        kotlin: ['F().completeAsync { 1 }', 'class F : java.util.concurrent.CompletableFuture<Int>()'],
        scala: ['new F().completeAsync(() => 1)', 'class F extends java.util.concurrent.CompletableFuture[Int]'],
      },
    ],
    [
      'java.lang.Thread',
      {
        kotlin: ['T().start()', 'class T : Thread() { override fun run() { while (true) { } } }'],
        scala: ['new T().start()', 'class T extends Thread { override def run(): Unit = { while (true) { } } }'],
      },
    ],
    [
      'parallel',
      {
        kotlin: ['L().stream().parallel()', 'class L : java.util.ArrayList<Int>()'],
        scala: ['new L().stream().parallel()', 'class L extends java.util.ArrayList[Int]'],
      },
    ],
  ]
  const named: readonly (readonly [string, Snippets])[] = [
    [
      'parallelStream',
      {
        kotlin: [
          'val i: I = L(); i.parallelStream().count()',
          'interface I { fun parallelStream(): java.util.stream.Stream<Int> }; class L : java.util.ArrayList<Int>(), I',
        ],
        scala: [
          'val i: I = new L(); i.parallelStream().count()',
          'trait I { def parallelStream(): java.util.stream.Stream[Int] }; class L extends java.util.ArrayList[Int] with I',
        ],
      },
    ],
    [
      'forEachKey|ConcurrentHashMap', // Kotlin adds methods with the types of its parts, which are refused themselves
      {
        kotlin: ['M().forEachKey(1L) { }', 'class M : java.util.concurrent.ConcurrentHashMap<Int, Int>()'],
        scala: [
          'new M().forEachKey(1L, (_: Int) => ())',
          'class M extends java.util.concurrent.ConcurrentHashMap[Int, Int]',
        ],
      },
    ],
  ]
  it.each(named)('refuses members of Java that a class inherits under a name of its own: %s', async (name, snippet) => {
    expect(await check(body(snippet))).toMatchObject({ code: 'SYNTAX', message: expect.stringMatching(name) })
  })

  it('allows what one thread does with a concurrent map', async () => {
    const map = 'java.util.concurrent.ConcurrentHashMap'
    const sequential = body({
      kotlin: `val m = ${map}<String, Int>(); m.put("a", 1); m.forEach { _, v -> if (v == 1) enabled() }`,
      scala: `val m = new ${map}[String, Int](); m.put("a", 1); m.forEach((_: String, v: Int) => if (v == 1) enabled())`,
    })
    expect(await check(sequential)).toBeUndefined()
  })

  it.each(inherited)('refuses members that a class inherits: %s', async (named, snippet) => {
    expect(await check(body(snippet))).toMatchObject({ code: 'SYNTAX', message: expect.stringContaining(named) })
  })

  it('lets a script name its own members as it likes', async () => {
    const own = body({
      kotlin: ['A().loadAsync(); enabled()', 'class A { fun loadAsync() = parallel(); fun parallel() = 1 }'],
      scala: ['new A().loadAsync(); enabled()', 'class A { def loadAsync() = parallel(); def parallel() = 1 }'],
    })
    expect(await check(own)).toBeUndefined()
  })

  it('lets no script make HTTP calls by default', async () => {
    const calling = {
      kotlin: `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {
        http.url("http://127.0.0.1").get().whenComplete { _, e -> println(e.message); disabled() }
      }`,
      scala: `def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient): Unit = {
        http.url("http://127.0.0.1").get().failed.foreach { e => println(e.getMessage); disabled() }
      }`,
    }
    expect(await ask(calling[language])).toEqual({
      active: false,
      logs: [expect.stringContaining('may not make HTTP calls here')],
    })
  })

  it('names the place in the source', async () => {
    const error = await check(body('enabled()\n  System.exit(1)'))
    expect(error).toMatchObject({ line: 3, column: 10, message: expect.stringContaining('java.lang.System.exit') })
  })

  it('refuses what is outside of its script', async () => {
    const outside = {
      kotlin: `package kotlin.text\n${body('enabled()')}`,
      scala: `${body('enabled()')}}} package scala { object A {{`,
    }
    expect(await check(outside[language])).toMatchObject({ code: 'SYNTAX' })
    const closing = `${body('enabled()')}}; object Other { def x = 1 }; class B { object C {`
    expect(await check(closing)).toMatchObject({ code: 'SYNTAX' })
  })
})
