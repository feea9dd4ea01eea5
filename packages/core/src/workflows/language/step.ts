import { SignalboxError } from '../../machine/errors/errors.ts'
import { escapePointer } from '../../machine/json/json.ts'
import type { Static } from '../../machine/schema/schema.ts'
import { findNode } from '../nodes/index.ts'
import type { commonMembers, NodeCompiler, NodeConfig, Step } from '../nodes/node.ts'
import { overBudget } from '../runs/budget.ts'
import { isControl } from '../runs/control.ts'
import { failAt, failed } from '../runs/failure.ts'
import { breathe, type Frame, isCatchable, pause } from '../runs/frame.ts'
import { measureSize } from '../runs/measure-size.ts'
import { compileExpression } from './expression.ts'

type Common = Static<typeof commonMembers>
type Target = ReturnType<NodeCompiler['stepOf']>
interface Targets {
  get(id: string): Target | undefined
}

/** Compiles a node that has passed the static check, with its inner nodes. */
export function compileNode(config: NodeConfig, pointer = '', targets: Targets = new Map()): Step {
  const { id, enabled = true, result, retry, returned } = config as Common
  if (!enabled) return async () => null
  const { kind } = config
  const work = findNode(kind)!.compile(config as never, compilerAt(pointer, targets))
  const toReturn = returned === undefined ? undefined : compileExpression(returned)
  const name = id ?? pointer

  return async (outer) => {
    const frame = { ...outer, depth: outer.depth + 1 }
    const { run, meter, memory } = frame
    const node = frame.prefix + name
    for (let attempt = 1; ; attempt++) {
      const entry = run.journal.open({ node, kind, attempt })
      try {
        frame.signal.throwIfAborted()
        meter.step()
        if (frame.depth > meter.budgets.depth) throw overBudget('depth', meter.budgets)
        if (meter.isTired()) await breathe(frame)
        const made = work(frame, entry)
        let output = (made instanceof Promise ? await made : made) ?? null
        measureSize(output, meter)
        if (result !== undefined) memory.set(result, output)
        if (toReturn) output = toReturn(frame)
        entry.succeed(output)
        return output
      } catch (thrown) {
        if (isControl(thrown)) {
          entry.succeed(null)
          throw thrown
        }
        const error = asFailure(thrown)
        failAt(node, error)
        entry.fail(error)
        if (!retry || attempt > retry.limit || !isCatchable(error, frame)) throw error
        await pause(frame, delayOf(retry, attempt, frame)).catch((ended) => {
          if (ended instanceof SignalboxError) failAt(node, ended)
          throw ended
        })
      }
    }
  }
}

const asFailure = (thrown: unknown): SignalboxError =>
  thrown instanceof SignalboxError
    ? thrown
    : new SignalboxError('INTERNAL', 'The workflow failed unexpectedly', { cause: thrown })

function compilerAt(pointer: string, targets: Targets): NodeCompiler {
  return {
    node: (config, ...way) =>
      compileNode(config, pointer + way.map((step) => `/${escapePointer(String(step))}`).join(''), targets),
    expression: compileExpression,
    predicate(value) {
      if (value === undefined) return () => true
      const expression = compileExpression(value)
      return (frame) => toDecision(expression(frame))
    },
    within(steps, target) {
      const own = new Map<string, Target>()
      for (const [step, { id }] of steps.entries()) if (id !== undefined) own.set(id, { target, step })
      return compilerAt(pointer, { get: (id) => own.get(id) ?? targets.get(id) })
    },
    stepOf: (id) => targets.get(id)!,
  }
}

function toDecision(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (value === null) return false
  throw failed(
    'arguments',
    `A predicate returns a ${Array.isArray(value) ? 'list' : typeof value}: it must return true or false, for example with {"$is_truthy": …}`,
    'predicate',
  )
}

/** Returns the delay before the next attempt. With jitter, it is multiplied by a random fraction of four bytes. */
function delayOf({ delay = 0, backoff = 1, jitter }: NonNullable<Common['retry']>, attempt: number, { run }: Frame) {
  const longest = delay * backoff ** (attempt - 1)
  if (!jitter) return longest
  const [a = 0, b = 0, c = 0, d = 0] = run.random(4)
  return (longest * (((a * 256 + b) * 256 + c) * 256 + d)) / 2 ** 32
}
