import type { GroupField, Member, TextField } from '../../schema-form/field.ts'

const text: TextField = { kind: 'text', takesEmpty: false, isSecret: false, isLong: false }
const secret: TextField = { ...text, isSecret: true }

const member = (name: string, label: string, rest: Partial<Member> = {}): Member => ({
  ...{ name, label, isRequired: false, field: text },
  ...rest,
})

const group = (...members: readonly Member[]): GroupField => ({ kind: 'group', members })

/** A list of objects whose order readers see. */
const items = (name: string, label: string, item: GroupField, hint?: string): Member =>
  member(name, label, { field: { kind: 'items', item, isOrdered: true }, ...(hint !== undefined && { hint }) })

const label = member('label', 'Label')
const link = member('link', 'Link', { hint: 'A path, such as `/guide`, or an address.' })

/** The groups of the sidebar, with their links. */
export const sidebarFields = group(
  items(
    'navigation',
    'Groups',
    group(
      label,
      items(
        'items',
        'Links',
        group(
          label,
          link,
          member('kind', 'Kind', { field: { kind: 'choice', values: ['category'] } }),
          items('links', 'Links under it', group(label, link), 'With links under it, an entry is a category.'),
        ),
      ),
    ),
  ),
)

/** Links that the owner recommends. */
export const referenceFields = group(
  items(
    'references',
    'References',
    group(
      member('title', 'Title'),
      link,
      member('description', 'Description'),
      member('icon', 'Icon', {
        field: { kind: 'list', item: text },
        hint: 'The path of a picture of the documentation, one segment per line.',
      }),
    ),
  ),
)

/** Old paths, and where they lead. */
export const redirectFields = group(
  items(
    'redirections',
    'Redirects',
    group(
      member('from', 'From', { hint: 'A path of the API, such as `/old`.' }),
      member('to', 'To', { hint: 'A path of the API, or an address that starts with `https://`.' }),
    ),
  ),
)

/** Where more documentation is loaded from. */
export const sourceFields = group(
  member('url', 'Address', { hint: 'A documentation object as JSON or YAML. What is written here takes precedence.' }),
  member('headers', 'Headers', {
    field: { kind: 'map', value: secret },
    hint: 'Sent only to the origin of this address, such as `Authorization`.',
  }),
  member('timeout', 'Timeout', {
    field: { kind: 'number', isInteger: true, unit: 'ms', min: 0, max: 30_000 },
    hint: 'If not set: 10,000 ms.',
  }),
  member('follow_redirects', 'Follow redirects', { field: { kind: 'flag' }, hint: 'At most 3. If not set: no.' }),
)
