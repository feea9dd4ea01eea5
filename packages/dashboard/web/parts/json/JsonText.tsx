import { TextArea } from '../fields/fields.tsx'
import { type JsonTextProps, useJsonText } from './use-json-text.ts'

interface JsonAreaProps extends JsonTextProps {
  readonly stacked?: boolean
}

/** A small member as JSON, in a text field. */
export function JsonText(props: JsonAreaProps) {
  const { label, hint, stacked, rows = [3, 20] } = props
  const { text, problems, onInput } = useJsonText(props)
  return (
    <TextArea
      {...{ label, hint, stacked }}
      mono
      rows={Math.min(rows[1], Math.max(rows[0], text.split('\n').length))}
      value={text}
      problem={problems}
      onInput={onInput}
    />
  )
}
