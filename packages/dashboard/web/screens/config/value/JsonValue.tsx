import { useContext } from 'preact/hooks'
import { problemsIn } from '../../../code/places.ts'
import { Code } from '../../../parts/json/Code.tsx'
import { prettyJson } from '../../../parts/json/pretty-json.ts'
import { EditedTexts, useJsonText } from '../../../parts/json/use-json-text.ts'
import { Lossy } from './Lossy.tsx'
import type { ValueProps } from './value-props.ts'

/** The most characters of a text that can be laid out while it is typed. */
const MOST_LAID_OUT = 300_000

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
  const laidOut = text.length > MOST_LAID_OUT ? text : prettyJson(text)
  return (
    <>
      <Code label={label} language="json" value={text} rows={rows} problems={problemsIn(problems)} onInput={onInput} />
      <Lossy text={text} />
      {laidOut !== text && (
        <div>
          <button type="button" onClick={() => onInput(laidOut)}>
            Format
          </button>
        </div>
      )}
    </>
  )
}
