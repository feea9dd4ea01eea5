import { clientIdSchema } from '../../experiments/experiment.ts'
import { keySchema, segmentSchema } from '../../machine/keys/key.ts'
import { anyObject, object, Type } from '../../machine/schema/schema.ts'
import { defineFunction } from './function.ts'

const id = (kind: string) => Type.Unsafe<string>({ ...keySchema, description: `The id of the ${kind}` })
const ofClient = object({
  id: id('experiment'),
  client_id: Type.Unsafe<string>({ ...clientIdSchema, description: 'The id of the client' }),
})

/** Functions that call the API of Signalbox on behalf of the caller of the run. */
export const signalboxFunctions = [
  defineFunction({
    name: 'core.feature_check',
    category: 'signalbox',
    description: 'Returns whether a feature is active, optionally in a context; requires R on the feature',
    args: object({
      id: id('feature'),
      context: Type.Optional(anyObject({ description: 'The evaluation context; percentages use its id' })),
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
    description: 'Returns the value of a config; requires R on it',
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
    description: 'Returns the id of the variant that a client is bound to, or null; requires R on the experiment',
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
          ? 'Records that a client saw its variant, and returns the id of the variant. The first call binds the client. Requires R on the experiment'
          : 'Records that a client reached the goal of an experiment, and returns the id of its variant; requires R on the experiment',
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
    description:
      'Runs a stored workflow within this run and its budgets, and returns its result; requires R on the workflow',
    args: object({
      workflow_id: Type.Unsafe<string>({ ...segmentSchema, description: 'The id of the workflow' }),
      input: Type.Optional(Type.Unknown({ description: 'The value of `input` in that workflow. Absent: null' })),
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
      'Emits the event WORKFLOW_EVENT_EMITTED in the domain Workflow, with the id of the running workflow; requires U on that id, and costs 100 steps',
    cost: 100,
    args: object({
      name: Type.String({ minLength: 1, maxLength: 100, description: 'The name of what happened, for subscribers' }),
      payload: Type.Optional(Type.Unknown({ description: 'The payload of the event. Absent: null' })),
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
