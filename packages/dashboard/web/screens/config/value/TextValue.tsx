import { useState } from 'preact/hooks'
import { lostDigits } from '../../../values/json-text.ts'
import { JsonInText } from './JsonInText.tsx'
import { holdsJson } from './value-kind.ts'
import type { ValueProps } from './value-props.ts'

/** A value that is a text. One that holds JSON is shown expanded. */
export function TextValue(props: ValueProps) {
  const { value, type, label, pointer, onChange } = props
  const text = value as string
  const [isExpanded, setExpanded] = useState(() => holdsJson(text, type))
  const isJson = holdsJson(text, type)
  return (
    <>
      {isExpanded && isJson ? (
        <JsonInText {...props} text={text} />
      ) : (
        <textarea
          class="text-value"
          dir="auto"
          aria-label={label}
          rows={Math.min(12, Math.max(1, text.split('\n').length))}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value, pointer)}
        />
      )}
      {isJson && (
        <p class="muted">
          This text holds JSON, and programs read that JSON. It stays a text with the same characters until you edit it.{' '}
          <button type="button" class="quiet" onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show the text' : 'Expand it'}
          </button>{' '}
          {lostDigits(text) === undefined && (
            <button type="button" class="quiet" onClick={() => onChange(JSON.parse(text))}>
              Make it JSON
            </button>
          )}
        </p>
      )}
    </>
  )
}
