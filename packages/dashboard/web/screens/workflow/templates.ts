/** Workflows to begin with. */
export const templates = [
  {
    label: 'Call a service',
    config: {
      kind: 'workflow',
      steps: [
        {
          kind: 'call',
          function: 'core.http_client',
          args: { url: 'https://plans.example.com/clients/${input.client}', must_succeed: true },
          result: 'answer',
        },
        { kind: 'value', value: { plan: '${answer.body.plan}' } },
      ],
    },
  },
  {
    label: 'Try again',
    config: {
      kind: 'workflow',
      steps: [
        {
          kind: 'try',
          node: {
            kind: 'call',
            function: 'core.http_client',
            args: { url: 'https://plans.example.com/health', must_succeed: true },
            retry: { limit: 3, delay: 100 },
          },
          catch: { kind: 'value', value: 'Unavailable: ${error.message}' },
        },
      ],
    },
  },
  {
    label: 'Decide by a feature',
    config: {
      kind: 'workflow',
      steps: [
        {
          kind: 'call',
          function: 'core.feature_check',
          args: { id: 'shop:express', context: { id: '${input.client}' } },
          result: 'express',
        },
        {
          kind: 'if',
          predicate: '${express}',
          then: { kind: 'value', value: 'express' },
          else: { kind: 'value', value: 'standard' },
        },
      ],
    },
  },
] as const
