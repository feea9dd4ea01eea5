import { useContext } from 'preact/hooks'
import { problemsIn } from '../../code/places.ts'
import { Code } from '../../parts/Code.tsx'
import { EditedTexts, useJsonText } from '../../parts/use-json-text.ts'
import { lossyNumbers } from './json-tokens.ts'
import type { ValueProps } from './value-props.ts'

/** A value as JSON. An empty text is no value, so it cannot be saved. */
export function JsonValue({ label, pointer, value, rows, onChange }: ValueProps) {
  const texts = useContext(EditedTexts)
  const { text, problems, onInput } = useJsonText({
    label,
    pointer,
    value,
    onChange(next, step) {
      if (next !== undefined) return onChange(next, step)
      texts?.hold({ pointer, text: '', problem: `${label}: write a value, such as null.` })
    },
  })
  return (
    <Code
      label={label}
      language="json"
      value={text}
      rows={rows}
      hint={lossyNumbers(text)}
      problems={problemsIn(problems)}
      onInput={onInput}
    />
  )
}
