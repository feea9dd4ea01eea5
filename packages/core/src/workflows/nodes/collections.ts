import { object, Type } from '../../machine/schema/schema.ts'
import { failed } from '../runs/failure.ts'
import { breathe, type Frame, withMemory } from '../runs/frame.ts'
import type { OpenEntry } from '../runs/journal.ts'
import { defineNode, expression, memoryName, type NodeCompiler, node, predicate, type Step } from './node.ts'

const loop = {
  values: expression({ type: 'array' }, 'The list'),
  as: Type.Optional(memoryName('The name of the element in memory; `item` by default')),
  index: Type.Optional(memoryName('The name of its index in memory, from 0; `index` by default')),
}
interface Loop {
  readonly values: unknown
  readonly as?: string
  readonly index?: string
}
const namesIn =
  (member: string) =>
  ({ as = 'item', index = 'index' }: Loop) => ({ member, names: [as, index] })

/** Nodes that process each item of a list or map. */
export const collectionNodes = [
  defineNode({
    name: 'foreach',
    category: 'collections',
    description: 'Runs a node for each element of a list, one after the other; the output is null',
    args: object({ ...loop, node: node('Runs for each element') }),
    example: {
      memory: { total: 'none' },
      config: {
        kind: 'workflow',
        steps: [
          {
            kind: 'foreach',
            values: ['a', 'b'],
            node: { kind: 'assign', values: [{ name: 'total', value: '${total}, ${index}: ${item}' }] },
          },
        ],
        returned: '${total}',
      },
      result: 'none, 0: a, 1: b',
    },
    names: namesIn('node'),
    compile(config, compiler) {
      const run = compiler.node(config.node, 'node')
      const each = eachOf(config, compiler)
      return (frame, entry) => each(frame, entry, async (_, inside) => void (await run(inside)))
    },
  }),

  defineNode({
    name: 'map',
    category: 'collections',
    description: 'Runs a node for each element of a list; the output is the list of the outputs',
    args: object({ ...loop, node: node('The node whose output is the new element') }),
    example: {
      memory: { users: [{ name: 'Ada' }, { name: 'Bob' }] },
      config: { kind: 'map', values: '${users}', as: 'user', node: { kind: 'value', value: 'Hello ${user.name}' } },
      result: ['Hello Ada', 'Hello Bob'],
    },
    names: namesIn('node'),
    compile: (config, compiler) => gathering(config, compiler, (made, output) => void made.push(output)),
  }),

  defineNode({
    name: 'flatmap',
    category: 'collections',
    description:
      'Runs a node for each element of a list, and joins the outputs in one list; outputs that are not lists are added unchanged',
    args: object({ ...loop, node: node('The node whose output is the list of new elements') }),
    example: {
      config: { kind: 'flatmap', values: [1, 2], node: { kind: 'value', value: ['${item}', 'x'] } },
      result: [1, 'x', 2, 'x'],
    },
    names: namesIn('node'),
    compile: (config, compiler) =>
      gathering(config, compiler, (made, output, frame) => {
        if (!Array.isArray(output)) return void made.push(output)
        frame.meter.charge(output.length)
        for (const one of output) made.push(one)
      }),
  }),

  defineNode({
    name: 'filter',
    category: 'collections',
    description: 'Selects the elements of a list for which a predicate is true',
    args: object({ ...loop, predicate: predicate('Whether to keep the element') }),
    example: {
      memory: { users: [{ name: 'Ada', isAdmin: true }, { name: 'Bob' }] },
      config: { kind: 'filter', values: '${users}', predicate: '${item.isAdmin}' },
      result: [{ name: 'Ada', isAdmin: true }],
    },
    names: namesIn('predicate'),
    compile(config, compiler) {
      const decide = compiler.predicate(config.predicate)
      const each = eachOf(config, compiler)
      return async (frame, entry) => {
        const kept: unknown[] = []
        await each(frame, entry, (value, inside) => {
          if (decide(inside)) kept.push(value)
        })
        return kept
      }
    },
  }),

  defineNode({
    name: 'while',
    category: 'collections',
    description: 'Runs a node as long as a predicate is true; the output is the last output of the node',
    args: object({ predicate: predicate('Whether to run another round'), node: node('Runs in each round') }),
    example: {
      memory: { n: 1 },
      config: {
        kind: 'while',
        predicate: { $lt: ['${n}', 100] },
        node: { kind: 'assign', values: [{ name: 'n', value: { $multiply: ['${n}', 2] } }], returned: '${n}' },
      },
      result: 128,
    },
    compile(config, compiler) {
      const decide = compiler.predicate(config.predicate)
      const run = compiler.node(config.node, 'node')
      return async (frame) => {
        let output: unknown = null
        while (decide(frame)) {
          frame.meter.step()
          if (frame.meter.isTired()) await breathe(frame)
          output = await run(frame)
        }
        return output
      }
    },
  }),
]

type Visit = (value: unknown, inside: Frame) => Promise<void> | void

/** The cost of one round of a loop over a list, in units of work. */
const ROUND = 10

function eachOf({ values, as = 'item', index = 'index' }: Loop, compiler: NodeCompiler) {
  const toList = compiler.expression(values)
  return async (frame: Frame, entry: OpenEntry, visit: Visit): Promise<null> => {
    const list = toList(frame)
    if (!Array.isArray(list))
      throw failed('arguments', 'The `values` to loop over are not a list: `values` must evaluate to a list', 'values')
    entry.input(list)
    for (const [place, value] of list.entries()) {
      frame.meter.charge(ROUND)
      if (frame.meter.isTired()) await breathe(frame)
      const memory = frame.memory.over({ [as]: value, [index]: place })
      try {
        await visit(value, withMemory(frame, memory))
      } finally {
        memory.release()
      }
    }
    return null
  }
}

function gathering(
  config: Loop & { readonly node: Parameters<NodeCompiler['node']>[0] },
  compiler: NodeCompiler,
  gather: (made: unknown[], output: unknown, frame: Frame) => void,
) {
  const run: Step = compiler.node(config.node, 'node')
  const each = eachOf(config, compiler)
  return async (frame: Frame, entry: OpenEntry): Promise<unknown[]> => {
    const made: unknown[] = []
    await each(frame, entry, async (_, inside) => gather(made, await run(inside), frame))
    return made
  }
}
