import { bulk } from '../machine/records/contract.ts'
import { anyObject, choice, object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { referable } from '../targeting/contract.ts'
import { scripts, sourceSchema } from './script.ts'

const logs = Type.Array(Type.String())

/** The operations on global scripts. */
export const scriptContract = {
  ...referable(scripts),
  ...bulk(scripts),
  debug: operation({
    method: 'POST',
    path: '/api/scripts/_debug',
    summary: 'Run a script once in a context, without saving it; returns its result and logs',
    access: 'admin',
    body: object({ context: anyObject(), script: sourceSchema }),
    response: object({
      status: choice(['Success', 'Failure']),
      result: Type.Optional(Type.Boolean()),
      errors: Type.Optional(Type.Array(Type.String())),
      logs,
    }),
  }),
}
