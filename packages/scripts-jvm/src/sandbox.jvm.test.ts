import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandLine, type JvmCommand } from './command-line.ts'
import { openBench } from './engine.fixture.ts'

const options: Omit<JvmCommand, 'sandbox'> = {
  java: 'java',
  language: 'kotlin',
  ...{ heapMiB: 256, cpuMs: 50, memoryMiB: 64, threads: 4, calls: 3 },
  ...{ bodyBytes: 1, temporary: '/tmp/of-it', classpath: { all: ['/jars/a.jar'], scripts: ['/jars/a.jar'] } },
}

/** Why bwrap cannot be used here; `undefined` if it can. */
function whyNot(): string | undefined {
  try {
    execFileSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `bwrap does not work here: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
}

describe('the sandbox', () => {
  it('is bwrap without a network, with a root that is read-only and an empty environment', ({ skip }) => {
    skip(process.platform !== 'linux', 'bwrap is for Linux')
    skip(whyNot() !== undefined, whyNot())
    const { program, args, isConfined } = commandLine({ ...options, sandbox: 'require' })
    expect(program).toMatch(/\/bwrap$/)
    expect(isConfined).toBe(true)
    const text = args.join(' ')
    expect(text).toContain('--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL --ro-bind / /')
    expect(text).toContain('--ro-bind-try /jars /jars')
    expect(text).toMatch(/--bind \/tmp\/of-it \/tmp\/of-it .*-- \/.*java -Xmx256m/)
  })

  it('is left out where it is not installed or not wanted, and required where that is set', () => {
    const java = '/usr/bin/java'
    const here = commandLine({ ...options, java, sandbox: 'try' }, '/nowhere')
    expect([here.program, here.isConfined]).toEqual([java, false])
    expect(commandLine({ ...options, sandbox: 'off' }).isConfined).toBe(false)
    expect(() => commandLine({ ...options, java, sandbox: 'require' }, '/nowhere')).toThrow(
      /install the package bubblewrap/,
    )
  })

  it('runs scripts', async ({ skip }) => {
    const reason = whyNot()
    skip(reason !== undefined, reason)
    // The same for each language.
    const { ask: run, body } = openBench('scala', { sandbox: 'require', cpuMs: 50 })
    const ask = (text: string) => run(body(text))
    expect(await ask('println("in"); enabled()')).toEqual({ active: true, logs: ['in'] })
    expect((await ask('while (true) { }')).error?.code).toBe('CPU')
    expect(await ask('println("again"); enabled()')).toEqual({ active: true, logs: ['again'] })
  })
})
