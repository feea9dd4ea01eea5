import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import { object, Type } from '../../machine/schema/schema.ts'
import { isControl } from '../runs/control.ts'
import { failed, nodeOf } from '../runs/failure.ts'
import { isCatchable, withMemory } from '../runs/frame.ts'
import { defineNode, expression, node } from './node.ts'

/** Nodes that fail or handle failures. */
export const errorNodes = [
  defineNode({
    name: 'try',
    category: 'errors',
    description:
      'Runs a node, another node if it fails, and a last node in any case. An exhausted budget ends the run nevertheless',
    args: object({
      node: node('The node to try'),
      when: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'The failures to catch; all by default. Codes such as `FORBIDDEN`, `NOT_FOUND` and `UNAVAILABLE`, or codes of problems such as `error.workflow.raised` (by the node `error`), `error.workflow.arguments` (invalid arguments), `error.workflow.value` (an operation without a result) and `error.workflow.http`',
        }),
      ),
      catch: Type.Optional(
        node('Runs after a failure, with `error` in memory: `code`, `message`, `errors`, `node`, `details`'),
      ),
      finally: Type.Optional(node('Runs at the end; its output is ignored')),
    }),
    example: {
      config: {
        kind: 'try',
        when: ['error.workflow.raised'],
        node: { id: 'pay', kind: 'error', message: 'No money' },
        catch: { kind: 'value', value: '${error.node}: ${error.message} (${error.code})' },
      },
      result: 'pay: No money (INVALID)',
    },
    names: () => ({ member: 'catch', names: ['error'] }),
    compile(config, compiler) {
      const attempt = compiler.node(config.node, 'node')
      const rescue = config.catch && compiler.node(config.catch, 'catch')
      const last = config.finally && compiler.node(config.finally, 'finally')
      const catches = ({ code, errors }: SignalboxError) =>
        !config.when || config.when.some((one) => one === code || errors.some(({ message }) => message === one))

      const tried = async (frame: Parameters<typeof attempt>[0]): Promise<unknown> => {
        try {
          return await attempt(frame)
        } catch (thrown) {
          if (!isCatchable(thrown, frame) || !catches(thrown as SignalboxError)) throw thrown
          const memory = frame.memory.over({ error: shown(thrown as SignalboxError) })
          try {
            return await rescue?.(withMemory(frame, memory))
          } finally {
            memory.release()
          }
        }
      }
      return async (frame) => {
        let output: unknown
        try {
          output = await tried(frame)
        } catch (thrown) {
          if (isControl(thrown) || isCatchable(thrown, frame)) await last?.(frame)
          throw thrown
        }
        await last?.(frame)
        return output
      }
    },
  }),

  defineNode({
    name: 'error',
    category: 'errors',
    description: 'Fails, with INVALID and `error.workflow.raised`',
    args: object({
      message: expression({ type: 'string' }, 'The message: what is wrong and what to do'),
      details: Type.Optional(expression({}, 'Further data for `catch`')),
    }),
    example: {
      config: {
        kind: 'try',
        node: { kind: 'error', message: 'Out of stock', details: { article: 7 } },
        catch: { kind: 'value', value: '${error.details.article}' },
      },
      result: 7,
    },
    isFinal: () => true,
    compile(config, compiler) {
      const toMessage = compiler.expression(config.message)
      const toDetails = config.details === undefined ? undefined : compiler.expression(config.details)
      return (frame) => {
        const message = toMessage(frame)
        if (typeof message !== 'string')
          throw failed(
            'arguments',
            'The message of an error must be a string: put ${…} into a text, as in "Failed: ${…}"',
            'message',
          )
        const details = toDetails?.(frame)
        throw new SignalboxError('INVALID', message, {
          errors: [problem('error.workflow.raised', message)],
          members: details === undefined ? {} : { details },
        })
      }
    },
  }),
]

const shown = (error: SignalboxError) => ({
  code: error.code,
  message: error.message,
  errors: error.errors,
  node: nodeOf(error) ?? null,
  details: error.members.details ?? null,
})
