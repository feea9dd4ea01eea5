import { object, Type } from '../../machine/schema/schema.ts'
import { failed } from '../runs/failure.ts'
import { type Frame, pause } from '../runs/frame.ts'
import { defineNode, expression, node, predicate } from './node.ts'

/** Nodes that run paths in parallel, and a node that waits. */
export const concurrencyNodes = [
  defineNode({
    name: 'parallel',
    category: 'concurrency',
    description:
      'Runs several nodes at once; the output is the list of their outputs, null for paths not taken. If one fails, the others end',
    args: object({
      paths: Type.Array(
        object({
          predicate: Type.Optional(predicate('Whether to take this path')),
          node: node('The node of the path'),
        }),
        { description: 'The paths to run at once' },
      ),
    }),
    example: {
      config: {
        kind: 'parallel',
        paths: [
          { node: { kind: 'value', value: 1 } },
          { predicate: false, node: { kind: 'value', value: 2 } },
          { node: { kind: 'value', value: 3 } },
        ],
      },
      result: [1, null, 3],
    },
    isApart: true,
    compile(config, compiler) {
      const paths = config.paths.map((path, index) => ({
        decide: compiler.predicate(path.predicate),
        run: compiler.node(path.node, 'paths', index, 'node'),
      }))
      return (frame, entry) => {
        const taken = paths.map(({ decide }) => decide(frame))
        entry.input(taken)
        return together(
          frame,
          paths.map(({ run }, index) => (taken[index] ? run : undefined)),
        )
      }
    },
  }),

  defineNode({
    name: 'async',
    category: 'concurrency',
    description:
      'Starts a node without waiting for it; the output is null. The run waits for the node at its end, and fails if the node fails: put a `try` inside to prevent this',
    args: object({ node: node('Runs in parallel with the next steps') }),
    example: { config: { kind: 'async', node: { kind: 'wait', duration: 10 } }, result: null },
    isApart: true,
    compile(config, compiler) {
      const run = compiler.node(config.node, 'node')
      return (frame) => {
        frame.meter.fork(1)
        frame.run.leave(async (signal) => {
          try {
            await run({ ...frame, signal })
          } finally {
            frame.meter.fork(-1)
          }
        })
        return null
      }
    },
  }),

  defineNode({
    name: 'wait',
    category: 'concurrency',
    description: 'Waits for a time; fails at once if the time is longer than the remaining budget',
    args: object({ duration: expression({ type: 'number', minimum: 0 }, 'The duration, in milliseconds') }),
    example: { config: { kind: 'wait', duration: 10 }, result: null },
    compile(config, compiler) {
      const toDuration = compiler.expression(config.duration)
      return async (frame, entry) => {
        const duration = toDuration(frame)
        if (typeof duration !== 'number' || duration < 0)
          throw failed('arguments', 'The duration of a wait must be a number of milliseconds, 0 or more', 'duration')
        entry.input(duration)
        await pause(frame, duration)
        return null
      }
    },
  }),
]

type Path = ((frame: Frame) => Promise<unknown>) | undefined

/**
 * Runs paths in parallel and returns their outputs. The first one that throws aborts the others; it is rethrown after
 * all have ended.
 */
async function together(frame: Frame, paths: readonly Path[]): Promise<unknown[]> {
  const more = paths.filter((path) => path !== undefined).length - 1
  if (more > 0) frame.meter.fork(more)
  const ending = new AbortController()
  const signal = AbortSignal.any([frame.signal, ending.signal])
  let first: { readonly thrown: unknown } | undefined
  const outputs = await Promise.all(
    paths.map(async (path) => {
      try {
        return path ? await path({ ...frame, signal }) : null
      } catch (thrown) {
        first ??= { thrown }
        ending.abort(thrown)
        return null
      }
    }),
  )
  if (more > 0) frame.meter.fork(-more)
  if (first) throw first.thrown
  return outputs
}
