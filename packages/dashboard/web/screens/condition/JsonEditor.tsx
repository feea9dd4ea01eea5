import { useEffect, useState } from 'preact/hooks'
import { TextArea } from '../../parts/fields.tsx'

interface JsonEditorProps {
  readonly label: string
  readonly value: unknown
  readonly problems?: readonly string[]
  onChange(next: unknown, step?: string): void
}

/** A value as JSON. What is typed stays as it is while it is not JSON. */
export function JsonEditor({ label, value, problems = [], onChange }: JsonEditorProps) {
  const written = value === undefined ? '' : JSON.stringify(value, undefined, 2)
  const [text, setText] = useState(written)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (compact(text) !== compact(written)) {
      setText(written)
      setProblem(undefined)
    }
  }, [written])
  return (
    <TextArea
      label={label}
      stacked
      mono
      rows={Math.min(20, Math.max(3, text.split('\n').length))}
      value={text}
      problem={problem ?? problems}
      onInput={(next) => {
        setText(next)
        try {
          onChange(next.trim() === '' ? undefined : JSON.parse(next), label)
          setProblem(undefined)
        } catch (error) {
          setProblem(`This is not JSON: ${error instanceof Error ? error.message : error}`)
        }
      }}
    />
  )
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
