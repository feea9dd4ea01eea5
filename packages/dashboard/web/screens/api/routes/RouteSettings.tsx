import { FieldGroup } from '../../../parts/fields/FieldGroup.tsx'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { TextList } from '../../../parts/fields/TextList.tsx'
import type { Route } from './journey.ts'

type Frontend = NonNullable<Route['frontend']>

interface RouteSettingsProps {
  readonly frontend: Frontend
  problemsOf(pointer: string): readonly string[]
  onChange(members: object, step?: string): void
}

/** Which part of the path of a request the backend gets. */
const parts = [
  { value: 'whole', label: 'The whole path' },
  { value: 'context', label: 'The path without the context path' },
  { value: 'rest', label: 'What follows the route’s path' },
] as const

type Part = (typeof parts)[number]['value']

const members: Readonly<Record<Part, Pick<Frontend, 'strip_path' | 'strip_context_path'>>> = {
  whole: { strip_path: false, strip_context_path: false },
  context: { strip_path: false, strip_context_path: true },
  rest: { strip_path: true, strip_context_path: false },
}

const partOf = ({ strip_path, strip_context_path }: Frontend): Part =>
  strip_path ? 'rest' : strip_context_path ? 'context' : 'whole'

/** Forms of request paths that are rejected by default. */
const allowances = [
  ['encoded-slash', 'Encoded slashes (%2F)'],
  ['empty-segments', 'Empty segments (//)'],
  ['path-parameters', 'Path parameters (;name=value)'],
  ['raw-bytes', 'Bytes that are not UTF-8'],
] as const

/** How a route compares paths, what its backend gets, and what is seldom needed. */
export function RouteSettings({ frontend, problemsOf, onChange }: RouteSettingsProps) {
  const { exact = false, allow = [], domains = [] } = frontend
  return (
    <>
      <SelectField
        label="Takes"
        value={exact ? 'exact' : 'below'}
        choices={[
          { value: 'below', label: 'These paths and everything under them' },
          { value: 'exact', label: 'Exactly these paths' },
        ]}
        onChange={(value) => onChange({ exact: value === 'exact' })}
      />
      <SelectField
        label="Forwards"
        value={partOf(frontend)}
        problem={[...problemsOf('/strip_path'), ...problemsOf('/strip_context_path')]}
        choices={parts}
        onChange={(value) => onChange(members[value])}
      />
      <details class="more-settings" open={allow.length > 0 || domains.length > 0}>
        <summary>Unusual paths and domains</summary>
        <FieldGroup
          label="Allow"
          stacked
          hint="Requests with these forms of paths are rejected unless the route allows them."
        >
          {allowances.map(([name, label]) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={allow.includes(name)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = allowances.flatMap(([one]) =>
                    (one === name ? checked : allow.includes(one)) ? [one] : [],
                  )
                  onChange({ allow: next.length === 0 ? undefined : next })
                }}
              />
              {label}
            </label>
          ))}
        </FieldGroup>
        <TextList
          label="Domains"
          noun="domain"
          values={domains}
          hint="The route answers on the API’s domain: only the paths of these entries count."
          placeholder="api.shop.example/invoices"
          problemsOf={(place) => problemsOf(`/domains/${place}`)}
          onChange={(next, step) => onChange({ domains: next }, step)}
        />
      </details>
    </>
  )
}
