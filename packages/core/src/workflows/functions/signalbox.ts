import { clientIdSchema } from '../../experiments/experiment.ts'
import { keySchema, segmentSchema } from '../../keys/key.ts'
import { anyObject, object, Type } from '../../schema.ts'
import { defineFunction } from './function.ts'

const id = (kind: string) => Type.Unsafe<string>({ ...keySchema, description: `The id of the ${kind}` })
const ofClient = object({
  id: id('experiment'),
  client_id: Type.Unsafe<string>({ ...clientIdSchema, description: 'Who sees or did something' }),
})

/** Functions that call the API of Signalbox on behalf of the caller of the run. */
export const signalboxFunctions = [
  defineFunction({
    name: 'core.feature_check',
    category: 'signalbox',
    description: 'Whether a feature is active, in a context where there is one; takes R on the feature',
    args: object({
      id: id('feature'),
      context: Type.Optional(anyObject({ description: 'What is known of the caller; percentages go by its id' })),
    }),
    example: {
      memory: { input: { user: 'ann' } },
      config: {
        kind: 'call',
        function: 'core.feature_check',
        args: { id: 'shop:express', context: { id: '${input.user}' } },
      },
      result: true,
    },
    async call({ id, context }, { host: { api } }) {
      const { active } = context
        ? await api.features.checkWith({ id, body: context })
        : await api.features.check({ id })
      return active
    },
  }),
  defineFunction({
    name: 'core.config_get',
    category: 'signalbox',
    description: 'The value of a config; takes R on it',
    args: object({ id: id('config') }),
    example: {
      config: { kind: 'call', function: 'core.config_get', args: { id: 'shop:limits' } },
      result: { items: 20, currency: 'EUR' },
    },
    call: async ({ id }, { host: { api } }) => (await api.configs.get({ id })).value,
  }),
  defineFunction({
    name: 'core.experiment_variant',
    category: 'signalbox',
    description:
      'The id of the variant that a client is bound to, null where the client is not bound; takes R on the experiment',
    args: ofClient,
    example: {
      config: { kind: 'call', function: 'core.experiment_variant', args: { id: 'shop:button', client_id: 'bob' } },
      result: null,
    },
    async call({ id, client_id: clientId }, { host: { api } }) {
      try {
        return (await api.experiments.variant({ id, clientId })).id
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'NOT_FOUND') throw error
        await api.experiments.get({ id })
        return null
      }
    },
  }),
  ...(['displayed', 'won'] as const).map((happened) =>
    defineFunction({
      name: `core.experiment_${happened}`,
      category: 'signalbox',
      description:
        happened === 'displayed'
          ? 'Records that a client saw their variant, binding them to one at the first call, and answers its id; takes R on the experiment'
          : 'Records that a client did what an experiment hopes for, and answers the id of their variant; takes R on the experiment',
      args: ofClient,
      example: {
        config: {
          kind: 'call',
          function: `core.experiment_${happened}`,
          args: { id: 'shop:button', client_id: 'ann' },
        },
        result: 'A',
      },
      call: async ({ id, client_id: clientId }, { host: { api } }) =>
        (await api.experiments[happened]({ id, clientId })).variantId,
    }),
  ),
  defineFunction({
    name: 'core.workflow_call',
    category: 'signalbox',
    description: 'Runs a stored workflow inside this run and out of its budgets, and answers its result; takes R on it',
    args: object({
      workflow_id: Type.Unsafe<string>({ ...segmentSchema, description: 'The id of the workflow' }),
      input: Type.Optional(Type.Unknown({ description: 'What it finds as `input`. Absent: null' })),
    }),
    calls: 'workflow_id',
    example: {
      config: { kind: 'call', function: 'core.workflow_call', args: { workflow_id: 'greet', input: { name: 'Ann' } } },
      result: 'Hello Ann',
    },
    async call({ workflow_id: id, input = null }, { host: { api }, run }) {
      const { config } = await api.workflows.get({ id })
      return run(config, input, id)
    },
  }),
  defineFunction({
    name: 'core.emit_event',
    category: 'signalbox',
    description:
      'Emits the change event WORKFLOW_EVENT_EMITTED in the domain Workflow, under the id of the workflow whose run this is; takes U on that id, and 100 of the steps of the run',
    cost: 100,
    args: object({
      name: Type.String({ minLength: 1, maxLength: 100, description: 'What happened, for those who hear it' }),
      payload: Type.Optional(Type.Unknown({ description: 'What there is to tell. Absent: null' })),
    }),
    example: {
      config: { kind: 'call', function: 'core.emit_event', args: { name: 'ordered', payload: { items: 2 } } },
      result: null,
    },
    async call({ name, payload = null }, { host }) {
      await host.emit(name, payload)
      return null
    },
  }),
]
