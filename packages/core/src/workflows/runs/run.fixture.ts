import { object, Type } from '../../machine/schema/schema.ts'
import { timeZone } from '../../machine/time/time.ts'
import type { WorkflowFunction } from '../functions/function.ts'
import { type RunPorts, run } from './run.ts'

/** Implementations of test functions by name. */
export type Calls = Readonly<Record<string, WorkflowFunction['call']>>

const fn = (name: string, call: WorkflowFunction['call'], more: Partial<WorkflowFunction> = {}): WorkflowFunction => ({
  name: name as `core.${string}`,
  category: 'http',
  description: 'For tests',
  args: Type.Unsafe<object>({ type: 'object' }),
  example: { config: null, result: null },
  call,
  ...more,
})

/** Returns a function table for runs: `core.log` with a text argument, and the given functions. */
export function functionTable(calls: Calls = {}, more: Readonly<Record<string, Partial<WorkflowFunction>>> = {}) {
  const log = fn('core.log', async (args, { log }) => log((args as { message: string }).message), {
    args: object({ message: Type.String() }),
  })
  const own = Object.entries(calls).map(([name, call]) => fn(name, call, more[name]))
  return new Map([log, ...own].map((one) => [one.name as string, one]))
}

const start = Date.UTC(2026, 0, 31, 12)

/** Ports for test runs: a clock that waits advance, and random bytes that are always the same. */
export function testPorts(more: Partial<RunPorts<unknown>> = {}) {
  let now = start
  let drawn = 0
  const waits: number[] = []
  const ports: RunPorts<unknown> = {
    functions: functionTable(),
    host: undefined,
    clock: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
    random: (bytes) => Uint8Array.from({ length: bytes }, () => (drawn++ * 37) % 256),
    zone: timeZone('UTC'),
    ...more,
  }
  const advance = (ms: number) => {
    now += ms
  }
  return { ports, waits, advance }
}

/** Runs steps; the output of the last one is the result. */
export const runSteps = (steps: readonly unknown[], more: Partial<RunPorts<unknown>> = {}, input?: unknown) =>
  run({ kind: 'workflow', steps }, input, testPorts(more).ports)
