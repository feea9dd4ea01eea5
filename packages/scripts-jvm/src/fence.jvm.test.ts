import { describe, expect, it } from 'vitest'
import { body, openEngine } from './engine.fixture.ts'

const engine = openEngine()

/** What scripts may not do, with what the message names. */
const refused: readonly (readonly [snippet: string, named: string])[] = [
  ['Class.forName("java.io.File")', 'Class.forName'],
  ['String::class.java.getDeclaredMethods()', 'getDeclaredMethods'],
  ['"x".javaClass.classLoader', 'Class.getClassLoader'],
  ['"x".javaClass.getDeclaredConstructor().newInstance()', 'java.lang'],
  ['"x".javaClass.module', 'java.lang'],
  ['java.lang.reflect.Array.newInstance(String::class.java, 1)', 'java.lang.reflect.Array'],
  ['java.lang.reflect.Proxy.getInvocationHandler(context)', 'java.lang.reflect'],
  ['java.lang.invoke.MethodHandles.lookup()', 'java.lang.invoke'],
  ['Runtime.getRuntime().exec("id")', 'java.lang.Runtime'],
  ['ProcessBuilder("id").start()', 'java.lang.Process'],
  ['ProcessHandle.current().pid()', 'java.lang.ProcessHandle'],
  ['System.exit(0)', 'System.exit'],
  ['kotlin.system.exitProcess(0)', 'System.exit'],
  ['System.getenv("PATH")', 'System.getenv'],
  ['System.getProperty("java.home")', 'System.getProperty'],
  ['System.setProperty("a", "b")', 'System.setProperty'],
  ['System.load("/x.so")', 'System.load'],
  ['System.setOut(null)', 'java'],
  ['System.gc()', 'System.gc'],
  ['java.io.File("/etc/passwd").readText()', 'java.io.File'],
  ['java.io.FileInputStream("/etc/passwd")', 'java.io.FileInputStream'],
  ['java.io.RandomAccessFile("/x", "rw")', 'java.io.RandomAccessFile'],
  ['java.nio.file.Files.readString(java.nio.file.Path.of("/etc/passwd"))', 'java.nio.file'],
  ['java.nio.file.Paths.get("/etc")', 'java.nio.file'],
  ['java.util.Scanner(java.lang.String("x") as String)', 'java.util.Scanner'],
  ['java.util.Formatter("/tmp/x")', 'java.util.Formatter'],
  ['java.net.Socket("127.0.0.1", 80)', 'java.net.Socket'],
  ['java.net.URL("http://127.0.0.1").readText()', 'java.net.URL'],
  ['java.net.URI.create("http://127.0.0.1").toURL()', 'java.net.UR'],
  ['java.net.http.HttpClient.newHttpClient()', 'java.net.http'],
  ['java.net.InetAddress.getByName("localhost")', 'java.net.InetAddress'],
  ['Thread { }.start()', 'java.lang.Thread'],
  ['Thread.currentThread().contextClassLoader', 'Thread.currentThread'],
  ['kotlin.concurrent.thread { }', 'kotlin.concurrent'],
  ['java.util.concurrent.Executors.newCachedThreadPool()', 'java.util.concurrent.Executor'],
  ['java.util.concurrent.ForkJoinPool.commonPool()', 'java.util.concurrent.ForkJoinPool'],
  ['java.util.concurrent.CompletableFuture.runAsync { }', 'runAsync'],
  ['listOf(1).stream().parallel().count()', 'parallel'],
  ['java.util.Timer()', 'java.util.Timer'],
  ['java.util.ServiceLoader.load(Any::class.java)', 'java.util.ServiceLoader'],
  ['java.util.Locale.setDefault(java.util.Locale.ROOT)', 'Locale.setDefault'],
  ['sun.misc.Unsafe.getUnsafe()', 'sun.misc'],
  ['com.fasterxml.jackson.databind.ObjectMapper().readTree(java.lang.String("1") as String)', 'ObjectMapper'],
  ['com.fasterxml.jackson.databind.node.POJONode(context).toString()', 'POJONode'],
  ['java.lang.management.ManagementFactory.getRuntimeMXBean()', 'java.lang.management'],
  ['java.lang.ref.Cleaner.create()', 'java.lang.ref'],
  ['ThreadLocal<Int>()', 'java.lang.ThreadLocal'],
  ['signalbox.script.KotlinBridge.connect { }', 'signalbox.script.KotlinBridge'],
  ['signalbox.jvm.Main.main(arrayOf())', 'signalbox.jvm.Main'],
  ['javax.script.ScriptEngineManager()', 'javax.script'],
  ['Exception().printStackTrace()', 'printStackTrace'],
]

describe('the fence', () => {
  it.each(refused)('refuses %s', async (snippet, named) => {
    const error = await engine.check({ type: 'kotlin', script: body(`${snippet}\nenabled()`) })
    expect(error).toMatchObject({ code: 'SYNTAX', line: expect.any(Number), column: expect.any(Number) })
    // What the compiler itself does not find is refused, too: the compiler sees the whole JDK.
    expect(error?.message).toMatch(
      new RegExp(`uses .*${named.replaceAll('.', '\\.')}|[Uu]nresolved reference|deprecat`),
    )
  })

  it('refuses finalizers, which run outside of all limits, and classes with names of others', async () => {
    const finalizer = body('enabled()', 'class A { protected fun finalize() { while (true) { } } }')
    expect((await engine.check({ type: 'kotlin', script: finalizer }))?.message).toContain('finalizers')
    const foreign = `package kotlin.text\n${body('enabled()')}`
    expect(await engine.check({ type: 'kotlin', script: foreign })).toMatchObject({ code: 'SYNTAX' })
  })

  it.each([
    ['F().completeAsync { 1 }', 'class F : java.util.concurrent.CompletableFuture<Int>()', 'completeAsync'],
    ['T().start()', 'class T : Thread() { override fun run() { while (true) { } } }', 'java.lang.Thread'],
    ['L().stream().parallel()', 'class L : java.util.ArrayList<Int>()', 'parallel'],
  ])('refuses members that a class inherits: %s', async (snippet, more, named) => {
    const error = await engine.check({ type: 'kotlin', script: body(snippet, more) })
    expect(error).toMatchObject({ code: 'SYNTAX', message: expect.stringContaining(named) })
  })

  it('lets a script name its own members as it likes', async () => {
    const own = body('A().loadAsync(); enabled()', 'class A { fun loadAsync() = parallel(); fun parallel() = 1 }')
    expect(await engine.check({ type: 'kotlin', script: own })).toBeUndefined()
  })

  it('names the place in the source', async () => {
    const error = await engine.check({ type: 'kotlin', script: body('enabled()\n  System.exit(1)') })
    expect(error).toMatchObject({ line: 3, column: 10, message: expect.stringContaining('java.lang.System.exit') })
  })
})
