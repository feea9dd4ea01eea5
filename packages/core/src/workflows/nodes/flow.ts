import { object, Type } from '../../machine/schema/schema.ts'
import { type End, isControl, type Jump } from '../runs/control.ts'
import { defineNode, expression, node, predicate } from './node.ts'

/** Nodes that control the order of execution. */
export const flowNodes = [
  defineNode({
    name: 'workflow',
    category: 'flow',
    description: 'Runs its steps one after the other; the output is the output of the last step',
    args: object({ steps: Type.Array(node('A step'), { description: 'The steps, in order' }) }),
    example: {
      config: {
        kind: 'workflow',
        steps: [
          { kind: 'assign', values: [{ name: 'name', value: 'Ada' }] },
          { kind: 'value', value: 'Hello ${name}' },
        ],
      },
      result: 'Hello Ada',
    },
    compile({ steps }, compiler) {
      const self = {}
      const inside = compiler.within(steps, self)
      const runs = steps.map((step, index) => (step.enabled === false ? undefined : inside.node(step, 'steps', index)))
      return async (frame) => {
        let output: unknown = null
        for (let next = 0; next < runs.length; ) {
          try {
            const run = runs[next++]
            if (run) output = await run(frame)
          } catch (thrown) {
            if (!isControl(thrown) || thrown.control !== 'jump' || thrown.target !== self) throw thrown
            next = thrown.step
          }
        }
        return output
      }
    },
  }),

  defineNode({
    name: 'if',
    category: 'flow',
    description: 'Runs one of two nodes',
    args: object({
      predicate: predicate('The condition: true or false; null counts as false'),
      then: node('Runs if the predicate is true'),
      else: Type.Optional(node('Runs if the predicate is false')),
    }),
    example: {
      memory: { premium: true },
      config: {
        kind: 'if',
        predicate: '${premium}',
        then: { kind: 'value', value: 'express' },
        else: { kind: 'value', value: 'standard' },
      },
      result: 'express',
    },
    compile(config, compiler) {
      const decide = compiler.predicate(config.predicate)
      const yes = compiler.node(config.then, 'then')
      const no = config.else && compiler.node(config.else, 'else')
      return (frame, entry) => {
        const decision = decide(frame)
        entry.input(decision)
        return decision ? yes(frame) : no?.(frame)
      }
    },
  }),

  defineNode({
    name: 'switch',
    category: 'flow',
    description: 'Runs the node of the first path whose predicate is true',
    args: object({
      paths: Type.Array(
        object({ predicate: predicate('Whether to take this path'), node: node('Runs if the predicate is true') }),
        {
          description: 'The paths, tried in order',
        },
      ),
      default: Type.Optional(node('Runs if no path is taken')),
    }),
    example: {
      memory: { big: false, medium: true },
      config: {
        kind: 'switch',
        paths: [
          { predicate: '${big}', node: { kind: 'value', value: 'lorry' } },
          { predicate: '${medium}', node: { kind: 'value', value: 'van' } },
        ],
        default: { kind: 'value', value: 'bicycle' },
      },
      result: 'van',
    },
    compile(config, compiler) {
      const paths = config.paths.map((path, index) => ({
        decide: compiler.predicate(path.predicate),
        run: compiler.node(path.node, 'paths', index, 'node'),
      }))
      const otherwise = config.default && compiler.node(config.default, 'default')
      return (frame, entry) => {
        const taken = paths.findIndex(({ decide }) => decide(frame))
        entry.input(taken < 0 ? null : taken)
        return (paths[taken]?.run ?? otherwise)?.(frame)
      }
    },
  }),

  defineNode({
    name: 'jump',
    category: 'flow',
    description: 'Continues at another step of an enclosing workflow',
    args: object({
      to: Type.String({ minLength: 1, description: 'The id of the step' }),
      predicate: Type.Optional(predicate('Whether to jump; without it, always')),
    }),
    example: {
      memory: { tries: [] },
      config: {
        kind: 'workflow',
        steps: [
          { id: 'again', kind: 'assign', values: [{ name: 'tries', value: ['${tries}', 1] }] },
          {
            kind: 'assign',
            values: [
              { name: 'isFirst', value: '${done}' },
              { name: 'done', value: true },
            ],
          },
          { kind: 'jump', to: 'again', predicate: { $is_null: '${isFirst}' } },
        ],
        returned: '${tries}',
      },
      result: [[[], 1], 1],
    },
    isFinal: ({ predicate }) => predicate === undefined || predicate === true,
    compile(config, compiler) {
      const decide = compiler.predicate(config.predicate)
      const jump: Jump = { control: 'jump', ...compiler.stepOf(config.to) }
      return (frame, entry) => {
        const decision = decide(frame)
        entry.input(decision)
        if (decision) throw jump
        return null
      }
    },
  }),

  defineNode({
    name: 'end',
    category: 'flow',
    description: 'Ends the run; inside `async`, only ends the asynchronous part',
    args: object({
      predicate: Type.Optional(predicate('Whether to end; without it, always')),
      value: Type.Optional(expression({}, 'The result of the run; without it, null')),
    }),
    example: {
      memory: { stock: 0 },
      config: {
        kind: 'workflow',
        steps: [
          { kind: 'end', predicate: { $eq: ['${stock}', 0] }, value: 'sold out' },
          { kind: 'value', value: 'on its way' },
        ],
      },
      result: 'sold out',
    },
    isFinal: ({ predicate }) => predicate === undefined || predicate === true,
    compile(config, compiler) {
      const decide = compiler.predicate(config.predicate)
      const value = compiler.expression(config.value ?? null)
      return (frame, entry) => {
        const decision = decide(frame)
        entry.input(decision)
        if (!decision) return null
        throw { control: 'end', value: value(frame) } satisfies End
      }
    },
  }),

  defineNode({
    name: 'noop',
    category: 'flow',
    description: 'Does nothing; has a place for an `id` or `returned`',
    args: object({}),
    example: { config: { kind: 'noop' }, result: null },
    compile: () => () => null,
  }),
]
