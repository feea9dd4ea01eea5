import { SignalboxError } from '../../machine/errors/errors.ts'
import { copyJson, setOwn } from '../../machine/json/json.ts'
import { anyObject, object, Type } from '../../machine/schema/schema.ts'
import type { FunctionScope } from '../functions/function.ts'
import { checkArguments } from '../language/expression.ts'
import { UNITS_A_STEP } from '../runs/budget.ts'
import { type Frame, whileWanted } from '../runs/frame.ts'
import { measureSize } from '../runs/measure-size.ts'
import { defineNode, expression, memoryName } from './node.ts'

/** Nodes that compute values and store them. */
export const dataNodes = [
  defineNode({
    name: 'call',
    category: 'data',
    description: 'Calls a function; the output is the result of the function',
    args: object({
      function: Type.String({ minLength: 1, description: 'The name of the function' }),
      args: Type.Optional(expression(anyObject(), 'Its arguments by name')),
    }),
    example: {
      config: { kind: 'call', function: 'core.log', args: { message: 'Hello' } },
      result: null,
    },
    compile(config, compiler) {
      const toArgs = compiler.expression(config.args ?? {})
      return async (frame, entry) => {
        const called = frame.run.functions.get(config.function)!
        const args = toArgs(frame)
        checkArguments(called, args, frame)
        frame.charge((called.cost ?? 0) * UNITS_A_STEP + measureSize(args, frame.meter))
        if (called.secrets) frame.run.journal.hide(called.secrets(args as never))
        entry.input(called.shown ? called.shown(args as never) : args)
        const answer = await whileWanted(
          answerOf(called.name, () => called.call(args as never, scopeOf(frame))),
          frame.signal,
        )
        frame.meter.checkWait(0)
        if (typeof answer !== 'object' || answer === null) return copyJson(answer ?? null)
        frame.charge(measureSize(answer, frame.meter))
        return copyJson(answer)
      }
    },
  }),

  defineNode({
    name: 'assign',
    category: 'data',
    description: 'Stores values in memory, one after the other',
    args: object({
      values: Type.Array(object({ name: memoryName('The name in memory'), value: expression({}, 'The value') }), {
        description: 'The values to store, in order',
      }),
    }),
    example: {
      config: {
        kind: 'workflow',
        steps: [
          {
            kind: 'assign',
            values: [
              { name: 'user', value: { name: 'Ada', tags: ['first'] } },
              { name: 'greeting', value: 'Hello ${user.name}, ${user.tags}' },
            ],
          },
        ],
        returned: '${greeting}',
      },
      result: 'Hello Ada, ["first"]',
    },
    compile({ values }, compiler) {
      const all = values.map(({ name, value }) => ({ name, make: compiler.expression(value) }))
      return (frame, entry) => {
        const kept = {}
        for (const { name, make } of all) {
          const value = make(frame)
          frame.memory.set(name, value)
          setOwn(kept, name, value)
        }
        entry.input(kept)
        return null
      }
    },
  }),

  defineNode({
    name: 'value',
    category: 'data',
    description: 'Evaluates a value; the output is the value',
    args: object({ value: expression({}, 'The output') }),
    example: {
      memory: { user: { name: 'Ada' } },
      config: { kind: 'value', value: { name: '${user.name}', price: '$${5}', missing: '${user.age}' } },
      result: { name: 'Ada', price: '${5}', missing: null },
    },
    compile: ({ value }, compiler) => compiler.expression(value),
  }),
]

const scopeOf = (frame: Frame): FunctionScope<never> => ({
  host: frame.run.host,
  memory: frame.memory,
  signal: frame.signal,
  now: frame.now,
  log: frame.run.log,
  run: (config, input, id) => frame.run.call(frame, config, input, id),
})

/** Calls a function. Unexpected errors are rethrown as INTERNAL. */
async function answerOf(name: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SignalboxError) throw error
    throw new SignalboxError('INTERNAL', `The function ${name} failed unexpectedly`, { cause: error })
  }
}
