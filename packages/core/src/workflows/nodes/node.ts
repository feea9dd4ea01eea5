import { object, type Static, type TSchema, Type } from '../../machine/schema/schema.ts'
import type { Entry } from '../reference/entry.ts'
import type { Frame } from '../runs/frame.ts'
import type { OpenEntry } from '../runs/journal.ts'

/** A node as it is written: its kind, the members common to all kinds, and the members of its kind. */
export interface NodeConfig {
  readonly kind: string
  readonly id?: string
  readonly [member: string]: unknown
}

/** A member that is a node. */
export const node = (description: string) => Type.Unsafe<NodeConfig>({ type: 'object', title: 'Node', description })

/** A member that may contain paths and operators. Its result must fit the schema. */
export const expression = <S extends TSchema>(schema: S, description: string) =>
  Type.Unsafe<unknown>({ ...schema, title: 'Expression', description })

/** An expression whose result is `true` or `false`; `null` counts as `false`. */
export const predicate = (description: string) => expression({ type: ['boolean', 'null'] }, description)

/** A name in memory. */
export const memoryName = (description: string) => Type.String({ minLength: 1, maxLength: 512, description })

/** The members common to all kinds of nodes. */
export const commonMembers = object({
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The name of the node in the journal and for jumps; unique in the workflow',
    }),
  ),
  description: Type.Optional(Type.String({ description: 'For readers' })),
  enabled: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the node runs; otherwise it is skipped' }),
  ),
  result: Type.Optional(memoryName('The name under which memory stores the output')),
  returned: Type.Optional(
    expression(
      {},
      'An expression that replaces the output for the enclosing node; evaluated after the output is stored',
    ),
  ),
  retry: Type.Optional(
    Type.Object(
      {
        limit: Type.Integer({ minimum: 0, description: 'Maximum number of retries after a failure' }),
        delay: Type.Optional(
          Type.Number({ minimum: 0, default: 0, description: 'Milliseconds before the first retry' }),
        ),
        backoff: Type.Optional(
          Type.Number({ minimum: 1, default: 1, description: 'Factor by which each further delay grows' }),
        ),
        jitter: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Whether to wait a random part of the delay',
          }),
        ),
      },
      { additionalProperties: false, description: 'Retries after a failure' },
    ),
  ),
})

/** Runs a compiled node and returns its output. It may record its input in the journal. */
export type Work = (frame: Frame, entry: OpenEntry) => Promise<unknown> | unknown

/** Compiles the members of a node. */
export interface NodeCompiler {
  /** Compiles an inner node, given with the path to it: `compiler.node(config.then, 'then')`. */
  node(config: NodeConfig, ...way: readonly (string | number)[]): Step
  expression(value: unknown): (frame: Frame) => unknown
  /**
   * Compiles a predicate. Its result must be `true` or `false` (`null` counts as `false`); without a value it is always
   * `true`.
   */
  predicate(value: unknown): (frame: Frame) => boolean
  /** Makes the steps of a `workflow` node known, by their ids, to the jumps inside it. */
  within(steps: readonly NodeConfig[], target: object): NodeCompiler
  /** Returns the step that a jump goes to. */
  stepOf(id: string): { readonly target: object; readonly step: number }
}

/** A node ready to run, including what is common to all nodes. Resolves with its output; `null` if it is disabled. */
export type Step = (frame: Frame) => Promise<unknown>

/** A kind of node. */
export interface NodeKind<S extends TSchema = TSchema> extends Entry {
  /** The members of this kind, in addition to `commonMembers`. */
  readonly args: S
  /** Compiles a node that has passed the static check. */
  readonly compile: (config: Static<S>, compiler: NodeCompiler) => Work
  /** Whether the step after it can only be reached by jumps. */
  readonly isFinal?: (config: Static<S>) => boolean
  /** Names known only to the inner nodes, and the member that contains those. */
  readonly names?: (config: Static<S>) => { readonly member: string; readonly names: readonly string[] }
  /** Whether jumps inside cannot leave it. */
  readonly isApart?: true
}

/** Declares a kind of node with the type of its members. */
export const defineNode = <S extends TSchema>(kind: NodeKind<S>): NodeKind => kind as unknown as NodeKind
