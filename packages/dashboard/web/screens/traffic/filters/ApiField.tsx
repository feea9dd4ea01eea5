import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../api.ts'
import { Combobox } from '../../../parts/Combobox.tsx'
import { Field } from '../../../parts/Field.tsx'
import { index } from '../../../tree.ts'

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

interface RouteFilterProps extends FilterProps {
  /** The API whose routes are offered. */
  readonly of: string
}

/** A filter by route, among those that an API has. */
export function RouteField({ of, value, onChange }: RouteFilterProps) {
  const [routes, setRoutes] = useState<readonly string[]>([])
  useEffect(() => {
    let isGone = false
    api.apis.routes({ id: of }).then(
      (compiled) => isGone || setRoutes(compiled.routes.map(({ id }) => id)),
      () => isGone || setRoutes([]),
    )
    return () => {
      isGone = true
    }
  }, [of])
  return (
    <IdField
      label="Route"
      {...{ value, onChange }}
      source={routes}
      isKnown={(id) => routes.includes(id)}
      options={(text) => routes.filter((id) => id.includes(text)).slice(0, 12)}
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
