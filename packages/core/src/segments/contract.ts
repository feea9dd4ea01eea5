import { keySchema } from '../machine/keys/key.ts'
import { bulk } from '../machine/records/contract.ts'
import { anyObject, choice, object, patterns, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { referable } from '../targeting/contract.ts'
import { segments } from './segment.ts'

const read = { domain: 'Segment', right: 'R' } as const

const target = object({ kind: choice(['feature', 'segment', 'script']), id: keySchema })
const users = choice(['feature', 'segment', 'config', 'experiment'])
const user = object({ kind: users, id: keySchema })
const text = Type.String()

/** Lints features, segments, configs and experiments. */
export const lintOperation = operation({
  method: 'GET',
  path: '/api/_lint',
  summary: 'Lint references and flags: list references to what does not exist, and notes',
  access: 'authenticated',
  response: object({
    unresolved: Type.Array(object({ from: user, to: target }), {
      description:
        'The first 1,000 of them: conditions of `from` that refer to `to` are false, and features whose script it is are inactive',
    }),
    count: Type.Integer({ description: 'How many there are' }),
    notes: Type.Optional(
      Type.Array(object({ kind: users, id: keySchema, message: text, pointer: Type.Optional(text) }), {
        description:
          'The first 1,000 settings that are valid, but hardly meant: ids that break clients, hours that never come',
      }),
    ),
  }),
})

/** The operations on segments. */
export const segmentContract = {
  ...referable(segments),
  ...bulk(segments),
  test: operation({
    method: 'POST',
    path: '/api/segments/{id}/_test',
    summary: 'Test whether a context is in a segment, and why',
    access: read,
    params: { id: keySchema },
    body: anyObject({ description: 'The context; its id is the client' }),
    optionalBody: true,
    response: object({
      in: Type.Boolean(),
      trace: anyObject({ description: 'How each part of the condition was decided' }),
    }),
    safe: true,
  }),
  tree: operation({
    method: 'GET',
    path: '/api/tree/segments',
    summary: 'List segments nested by key segment, each under value',
    access: read,
    query: object({ pattern: Type.Optional(patterns) }),
    response: anyObject({ description: 'Nested by key segment; each leaf has value' }),
  }),
}
