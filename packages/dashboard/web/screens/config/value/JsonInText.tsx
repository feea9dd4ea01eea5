import { useContext, useState } from 'preact/hooks'
import { problemsIn } from '../../../code/places.ts'
import { Code } from '../../../parts/json/Code.tsx'
import { prettyJson } from '../../../parts/json/pretty-json.ts'
import { EditedTexts } from '../../../parts/json/use-json-text.ts'
import { readJson } from '../../../values/json-text.ts'
import { inOneLine } from './json-tokens.ts'
import { Lossy } from './Lossy.tsx'
import type { ValueProps } from './value-props.ts'

/** The JSON of a text, laid out. An edit is saved as text: in one line if the text had one, and with every digit. */
export function JsonInText({ text, label, pointer, rows, onChange }: ValueProps & { readonly text: string }) {
  const texts = useContext(EditedTexts)
  const [typed, setTyped] = useState('')
  const written = (next: string) => (text.includes('\n') ? next : inOneLine(next))
  const unreadable = texts?.unreadable.find((one) => one.pointer === pointer)
  const shown = unreadable?.text ?? (written(typed) === text ? typed : prettyJson(text))
  return (
    <>
      <Code
        label={label}
        language="json"
        value={shown}
        rows={rows}
        problems={unreadable ? problemsIn([unreadable.problem]) : []}
        onInput={(next) => {
          setTyped(next)
          const read = readJson(next, { pointer, label })
          if ('unreadable' in read) return texts?.hold(read.unreadable)
          if (typeof read.value !== 'object' || read.value === null)
            return texts?.hold({
              pointer,
              text: next,
              problem: `${label}: write an object or a list, or show the text.`,
            })
          texts?.drop(pointer)
          onChange(written(next), pointer)
        }}
      />
      <Lossy text={shown} />
    </>
  )
}
