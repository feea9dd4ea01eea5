import { defineKind } from './kind.ts'
import { memberIn, named, owner } from './pieces.ts'
import { withoutPopulations } from './without-populations.ts'

/** Comparisons of variants. */
export const experiments = defineKind({
  domain: 'Experiment',
  nouns: ['experiment', 'experiments'],
  prefix: 'EXPERIMENT',
  sentences: {
    VARIANT_BINDING_CREATED: ({ payload }, _, record) => [
      'A client got the variant ',
      named(payload, 'variantId'),
      ' of the experiment ',
      owner(payload, 'experimentId', record),
    ],
    EXPERIMENT_VARIANT_EVENT_CREATED: ({ payload }, _, record) => [
      'A client ',
      String(memberIn(payload, '@type') ?? '').includes('Won') ? 'converted with a variant' : 'saw a variant',
      ' of the experiment ',
      owner(payload, 'experimentId', record),
    ],
    EXPERIMENT_VARIANT_EVENT_DELETED: ({ payload }, author, record) => [
      author,
      ' deleted the results of the experiment ',
      owner(payload, 'experimentId', record),
    ],
    EXPERIMENT_CLIENT_ERASED: ({ payload }, author, record) =>
      memberIn(payload, 'experimentId') === undefined
        ? [author, ' erased a client from all experiments']
        : [author, ' erased a client from the experiment ', owner(payload, 'experimentId', record)],
  },
  path: '/experiments',
  resource: 'experiments',
  tagged: true,
  operations: ({ api }) => withoutPopulations(api.experiments),
  /** It begins with a variant to compare with, and one more. */
  blank: (id: string) => ({
    id,
    name: id,
    enabled: false,
    variants: ['A', 'B'].map((variant) => ({ id: variant, name: variant, traffic: 0.5 })),
  }),
  fields: 'id,enabled,tags',
  screen: {
    group: 'Flags',
    icon: 'flask-conical',
    key: 'e',
    isAlways: true,
    isOnPhones: true,
  },
  loss: 'Its results, and the variants that its clients are bound to, are lost.',
})
