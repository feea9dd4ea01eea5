import type { GroupField, Member, TextField } from '../../schema-form/field.ts'
import type { Plan } from './mode-words.ts'

const text: TextField = { kind: 'text', takesEmpty: false, isSecret: false, isLong: false }

/** How a member is edited: every member of the service has one. */
const group = <T>(fields: { readonly [M in keyof Required<T>]: Omit<Member, 'name'> }): GroupField => ({
  kind: 'group',
  members: Object.entries<Omit<Member, 'name'>>(fields).map(([name, field]) => ({ name, ...field })),
})

type Terms = NonNullable<Plan['terms']>
type Question = NonNullable<Plan['form']>[number]

/** What a plan asks of consumers who subscribe. */
export const askedFields = group<Pick<Plan, 'terms' | 'form'>>({
  terms: {
    label: 'Terms',
    isRequired: false,
    hint: 'What consumers accept when they subscribe. Set the address or the text, not both.',
    field: group<Terms>({
      version: {
        label: 'Version',
        isRequired: false,
        field: text,
        hint: 'A new version applies to new subscriptions.',
      },
      url: { label: 'Address', isRequired: false, field: text, hint: 'It starts with `https://`.' },
      text: { label: 'Text', isRequired: false, field: { ...text, isLong: true }, hint: 'As Markdown.' },
    }),
  },
  form: {
    label: 'Questions',
    isRequired: false,
    hint: 'What consumers answer when they subscribe.',
    field: {
      kind: 'items',
      isOrdered: true,
      item: group<Question>({
        label: { label: 'Question', isRequired: true, field: text },
        name: {
          ...{ label: 'Answer name', isRequired: true, field: text },
          hint: 'The name of the answer in the subscription: `use_case`.',
        },
        type: {
          ...{ label: 'Answer type', isRequired: true },
          field: {
            kind: 'choice',
            values: ['text', 'select', 'checkbox'],
            labels: { text: 'Text', select: 'One of a list', checkbox: 'Checkbox' },
          },
        },
        options: {
          ...{ label: 'Choices', isRequired: false, field: { kind: 'list', item: text } },
          hint: 'Only for one of a list.',
        },
        required: {
          ...{ label: 'Answer needed', isRequired: false, field: { kind: 'flag' } },
          hint: 'Of a checkbox: it must be checked. If not set: no.',
        },
      }),
    },
  },
})

/** Whether a person decides about a consumer’s subscription. */
export const approvalWords = {
  auto: { label: 'Starts at once', sentence: 'Consumers get a key as soon as they subscribe.' },
  manual: {
    label: 'Waits for approval',
    sentence: 'Each subscription of a consumer waits under Requests until someone approves it.',
  },
} as const

/** How a plan decides about subscriptions of consumers. */
export const approvalOf = ({ approval = 'auto' }: Plan): keyof typeof approvalWords => approval
