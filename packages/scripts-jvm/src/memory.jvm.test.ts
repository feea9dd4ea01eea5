import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { jvmLanguages } from './artifacts.ts'
import { openBench } from './engine.fixture.ts'

const residentMB = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Scripts that are compiled and dropped: all of them in a long run. After a few, the heap of the JVM still grows. */
const { scripts, growth } = process.env.SIGNALBOX_SOAK ? { scripts: 1_000, growth: 1.2 } : { scripts: 40, growth: 1.6 }

it.each(jvmLanguages)(
  `${scripts} different scripts in %s leave no memory behind`,
  { timeout: 3_600_000 },
  async (language) => {
    const { ask, body, engine } = openBench(language)
    const text = (n: number) =>
      body({
        kotlin: `if (context["n"] == ${n}) enabled() else disabled()`,
        scala: `if (context("n") == ${n}) enabled() else disabled()`,
      })
    const began = performance.now()
    const jvms = new Set<number>()
    const compile = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        expect(await ask(text(n), { n })).toEqual({ active: true, logs: [] })
        jvms.add(engine.pid() as number)
      }
      const memory = { jvm: residentMB(engine.pid() as number), node: residentMB(process.pid) }
      const seconds = Math.round((performance.now() - began) / 1_000)
      console.log(
        `${to} scripts in ${language}, ${seconds} s, ${jvms.size} JVMs: ${memory.jvm} MB, Node ${memory.node} MB`,
      )
      return memory
    }
    await compile(0, 1)
    const middle = await compile(1, scripts / 2)
    const end = await compile(scripts / 2, scripts)
    expect(end.jvm).toBeLessThan(middle.jvm * growth)
    expect(end.node).toBeLessThan(middle.node * growth)
  },
)
