import type { Static, TSchema } from '../../schema.ts'
import { object, Type } from '../../schema.ts'
import type { Entry } from '../entry.ts'
import type { Frame } from '../frame.ts'
import type { OpenEntry } from '../journal.ts'

/** A node as it is written: its kind, the members that all kinds have, and those of its kind. */
export interface NodeConfig {
  readonly kind: string
  readonly id?: string
  readonly [member: string]: unknown
}

/** A member that is a node. */
export const node = (description: string) => Type.Unsafe<NodeConfig>({ type: 'object', title: 'Node', description })

/** A member that may be written with paths and operators; the schema says what it must come to. */
export const expression = <S extends TSchema>(schema: S, description: string) =>
  Type.Unsafe<unknown>({ ...schema, title: 'Expression', description })

/** What decides: `true`, or `false` (which `null` counts as). */
export const predicate = (description: string) => expression({ type: ['boolean', 'null'] }, description)

/** The name of a place in memory. */
export const memoryName = (description: string) => Type.String({ minLength: 1, maxLength: 512, description })

/** The members that every node may have, whatever its kind. */
export const commonMembers = object({
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'What the journal and jumps call it; unique in the workflow',
    }),
  ),
  description: Type.Optional(Type.String({ description: 'For readers' })),
  enabled: Type.Optional(Type.Boolean({ default: true, description: 'Whether it runs; if not, it is passed over' })),
  result: Type.Optional(memoryName('The name in memory that keeps its output')),
  returned: Type.Optional(
    expression({}, 'Evaluated once its output is kept: what the node around it takes for the output instead'),
  ),
  retry: Type.Optional(
    Type.Object(
      {
        limit: Type.Integer({ minimum: 0, description: 'How often it is tried again after a failure' }),
        delay: Type.Optional(
          Type.Number({ minimum: 0, default: 0, description: 'Milliseconds before the first retry' }),
        ),
        backoff: Type.Optional(
          Type.Number({ minimum: 1, default: 1, description: 'Every further delay is so many times the one before' }),
        ),
        jitter: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Wait a part of the delay, chosen by chance between nothing and all',
          }),
        ),
      },
      { additionalProperties: false, description: 'Whether, and how, it is tried again after a failure' },
    ),
  ),
})

/** What a node does, once it is compiled: its output. It may note in the journal what it works on. */
export type Work = (frame: Frame, entry: OpenEntry) => Promise<unknown> | unknown

/** What compiles the members of a node. */
export interface NodeCompiler {
  /** A node inside, by the way to it: `compiler.node(config.then, 'then')`. */
  node(config: NodeConfig, ...way: readonly (string | number)[]): Step
  expression(value: unknown): (frame: Frame) => unknown
  /** Something that must come to `true`, or `false` (which `null` counts as); absent: always `true`. */
  predicate(value: unknown): (frame: Frame) => boolean
  /** Makes the steps of a `workflow` node known to the jumps inside, by their ids. */
  within(steps: readonly NodeConfig[], target: object): NodeCompiler
  /** The step that a jump goes to. */
  stepOf(id: string): { readonly target: object; readonly step: number }
}

/** A node ready to run, with all that is common to nodes: its output, `null` when it is not enabled. */
export type Step = (frame: Frame) => Promise<unknown>

/** A kind of node. */
export interface NodeKind<S extends TSchema = TSchema> extends Entry {
  /** Its own members, beside `commonMembers`. */
  readonly args: S
  /** The config has passed the static check. */
  readonly compile: (config: Static<S>, compiler: NodeCompiler) => Work
  /** Whether the step behind it is reached by jumps alone. */
  readonly isFinal?: (config: Static<S>) => boolean
  /** Names that the nodes inside know, and which member these are in. */
  readonly names?: (config: Static<S>) => { readonly member: string; readonly names: readonly string[] }
  /** Jumps inside do not lead out of it. */
  readonly isApart?: true
}

/** Declares a kind of node, keeping the type of its members. */
export const defineNode = <S extends TSchema>(kind: NodeKind<S>): NodeKind => kind as unknown as NodeKind
