import { type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

type Values = Readonly<Record<string, string>>

/** A text that a person starts a conversation with. */
export interface OfferedPrompt {
  readonly prompt: Prompt
  /** The text for these arguments. Throws for a missing one. */
  text(values: Values): string
}

interface Definition extends Omit<Prompt, 'arguments'> {
  /** The descriptions of its arguments; all are required but names that end in a question mark. */
  readonly takes: Values
  /** The tools that the text names. */
  readonly tools: readonly string[]
  readonly text: (values: Values) => string
}

const definitions: readonly Definition[] = [
  {
    name: 'explain_flag',
    description: 'Explain why a feature is on or off for a client',
    takes: {
      feature: 'The id of the feature, such as shop:express',
      client: 'The id of the client, such as ann',
      'context?': 'Further attributes of the client as JSON, such as {"country": "CH"}',
    },
    tools: ['features_get', 'features_checkWith', 'segments_test', 'events_history'],
    text: ({ feature, client, context }) =>
      `Why is the feature ${feature} on or off for the client ${client}${context ? ` with the attributes ${context}` : ''}?

1. Call features_checkWith with id ${feature}, explain true, and the body {"id": "${client}"}${context ? ' and these attributes' : ''}.
2. Call features_get for its strategy and rules. If a rule refers to a segment, call segments_test with the same body.
3. Call events_history with key ${feature} to see who changed it last, and why.

Answer in one sentence first. Then name the rule or the number that decided, and what would have to change for the opposite.`,
  },
  {
    name: 'begin_canary',
    description: 'Send a small share of the clients of a route to a new backend, and compare',
    takes: {
      api: 'The id of the API, such as shop',
      backend: 'The id of the new backend, or its address',
      'percentage?': 'The share of the clients, 5 if absent',
    },
    tools: [
      ...['apis_get', 'apis_plugins', 'apis_draft_patch', 'apis_draft_diff', 'apis_deployments_create'],
      ...['experiments_create', 'experiments_results', 'experiments_patch', 'gateway_explain'],
    ],
    text: ({ api, backend, percentage = '5' }) =>
      `Begin a canary: ${percentage} % of the clients of the API ${api} get the backend ${backend}.

1. Call apis_get for its routes, backends and flows, and apis_plugins for the configuration of ExperimentSplit and ExperimentGoal.
2. Call experiments_create with two variants: the current backend, and the new one with the traffic ${percentage} / 100.
3. Call apis_draft_patch to add the backend, if it is new, and a flow with ExperimentSplit, which sends the clients of the new variant to it, and ExperimentGoal, which counts what you hope for. Ask me what that is, and how requests identify their client.
4. Show me apis_draft_diff. Only after I agree, call apis_deployments_create: from then on it is live.
5. Call gateway_explain to check what happens to a request.

Then tell me how to watch it (experiments_results), and how to end it: experiments_patch with {"enabled": false} sends everybody to the old backend again.`,
  },
]

/** The prompts whose tools are all offered. */
export const promptsOf = (tools: { has(name: string): boolean }): readonly OfferedPrompt[] =>
  definitions.filter((one) => one.tools.every((name) => tools.has(name))).map(toPrompt)

function toPrompt({ name, description, takes, text }: Definition): OfferedPrompt {
  const all = Object.entries(takes).map(([key, about]) => ({
    name: key.replace('?', ''),
    description: about,
    required: !key.endsWith('?'),
  }))
  return {
    prompt: { name, description, arguments: all },
    text(values) {
      const missing = all.find((one) => one.required && !values[one.name])
      if (missing)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `The prompt ${name} needs the argument ${missing.name}`,
        )
      return text(values)
    },
  }
}
