import { useState } from 'preact/hooks'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { Segmented } from '../../../parts/fields/Segmented.tsx'
import { JsonValue } from './JsonValue.tsx'
import { Members } from './Members.tsx'
import { scalarMembers } from './members.ts'
import { TextValue } from './TextValue.tsx'
import { isKind, kindOf, mismatch, type ValueKind, valueKinds, withKind } from './value-kind.ts'
import type { ValueProps } from './value-props.ts'
import './value.css'

/** Edits a value of a config: its kind, unless the type decides that, and a control for that kind. */
export function ValueEditor(props: ValueProps) {
  const { value, type, label, lead = 'Value', problems, onChange } = props
  const [isJson, setJson] = useState(false)
  const kind = kindOf(value)
  const own = mismatch(value, type)
  const members = scalarMembers(value)
  const isFree = !isKind(type) || own !== undefined
  const isText = isJson || (!members && (kind === 'object' || kind === 'array'))
  const isShort = !isText && kind !== 'object'
  const control = isText ? (
    <JsonValue
      {...props}
      onChange={(next, step) => {
        setJson(true)
        onChange(next, step)
      }}
    />
  ) : (
    <Control {...props} kind={kind} />
  )
  return (
    <div class={isShort ? 'value-editor short' : 'value-editor'}>
      {(isFree || members || isShort) && (
        <div class="value-kind">
          {(isShort || !isText) && <span class="muted">{lead}</span>}
          {isFree && (
            <select
              aria-label={`Kind of ${label}`}
              value={kind}
              onChange={({ currentTarget }) => {
                setJson(false)
                onChange(withKind(value, currentTarget.value as ValueKind))
              }}
            >
              {valueKinds.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
          {members && (
            <Segmented
              label={`View of ${label}`}
              choices={views}
              value={isJson ? 'json' : 'table'}
              onChange={(view) => setJson(view === 'json')}
            />
          )}
        </div>
      )}
      {control}
      {(own === undefined ? problems : [own]).map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
    </div>
  )
}

const views = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
] as const

const booleans = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const

function Control({ kind, ...props }: ValueProps & { readonly kind: ValueKind }) {
  const { value, label, pointer, onChange } = props
  switch (kind) {
    case 'boolean':
      return (
        <Segmented
          label={label}
          choices={booleans}
          value={value === true ? 'true' : 'false'}
          onChange={(next) => onChange(next === 'true')}
        />
      )
    case 'number':
      return (
        <>
          <NumberInput label={label} value={value as number} onChange={(next) => onChange(next, pointer)} />
          {Number.isInteger(value) && !Number.isSafeInteger(value) && (
            <p class="caution-line">
              Beyond 2^53, neighboring numbers are read as the same number. Use a text to keep every digit.
            </p>
          )}
        </>
      )
    case 'string':
      return <TextValue {...props} />
    case 'object':
      return <Members {...props} members={scalarMembers(value) ?? []} />
    default:
      return <p class="muted">{value === null ? 'Programs read null.' : 'No value yet.'}</p>
  }
}
