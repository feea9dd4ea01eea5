import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { index } from '../../../records/tree.ts'

interface FilterProps {
  /** The id that is filtered by; empty: all. */
  readonly value: string
  onChange(value: string): void
}

/** A filter by API: it takes effect with the id of an API that exists. */
export function ApiField({ value, onChange }: FilterProps) {
  const apis = index('apis')
  const version = apis.version.value
  return (
    <IdField
      label="API"
      {...{ value, onChange }}
      source={version}
      isKnown={(id) => apis.find(id) !== undefined}
      options={(text) => apis.search(text, 12).map(({ id }) => id)}
    />
  )
}

interface PartFilterProps extends FilterProps {
  /** The API whose parts are offered. */
  readonly of: string
}

/** A filter by route, among those that an API has. */
export const RouteField = ({ of, ...rest }: PartFilterProps) => (
  <PartField label="Route" of={of} read={routesOf} {...rest} />
)

/** A filter by plan, among those that an API has. */
export const PlanField = ({ of, ...rest }: PartFilterProps) => (
  <PartField label="Plan" of={of} read={plansOf} {...rest} />
)

const routesOf = async (id: string): Promise<readonly string[]> =>
  (await api.apis.routes({ id })).routes.map((route) => route.id)

const plansOf = async (id: string): Promise<readonly string[]> =>
  ((await api.apis.get({ id })).documentation?.plans ?? []).flatMap((plan) => plan.id ?? [])

/** A filter by subscription. */
export function SubscriptionField({ value, onChange }: FilterProps) {
  const subscriptions = index('subscriptions')
  return (
    <IdField
      label="Subscription"
      {...{ value, onChange }}
      source={subscriptions.version.value}
      isKnown={(id) => subscriptions.find(id) !== undefined}
      options={(text) => subscriptions.search(text, 12).map(({ id }) => id)}
    />
  )
}

interface PartFieldProps extends PartFilterProps {
  readonly label: string
  read(of: string): Promise<readonly string[]>
}

function PartField({ label, of, read, value, onChange }: PartFieldProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    let isGone = false
    const set = (next: readonly string[]) => isGone || setIds(next)
    read(of).then(set, () => set([]))
    return () => {
      isGone = true
    }
  }, [of])
  return (
    <IdField
      {...{ label, value, onChange }}
      source={ids}
      isKnown={(id) => ids.includes(id)}
      options={(text) => ids.filter((id) => id.includes(text)).slice(0, 12)}
    />
  )
}

interface IdFieldProps extends FilterProps {
  readonly label: string
  readonly source: unknown
  isKnown(id: string): boolean
  options(text: string): readonly string[]
}

function IdField({ label, value, onChange, source, isKnown, options }: IdFieldProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const set = (next: string) => {
    const id = next.trim()
    setText(id)
    if (id === '' || isKnown(id)) onChange(id)
  }
  const problem = text !== value && text !== '' && options(text).length === 0 ? `There is no ${text}.` : undefined
  return (
    <Field label={label} stacked problem={problem}>
      {(control) => (
        <Combobox
          {...control}
          value={text}
          placeholder="All"
          source={source}
          options={(typed) => options(typed).map((id) => ({ value: id }))}
          onInput={set}
        />
      )}
    </Field>
  )
}
