import { Copy } from './Copy.tsx'
import { prettyJson } from './pretty-json.ts'
import './json.css'

interface JsonProps {
  /** What it shows, for screen readers: `The event`. */
  readonly label: string
  readonly value?: unknown
  /** The JSON as it was received, which keeps every digit. Takes precedence over `value`. */
  readonly text?: string
}

/** JSON to read and to copy. */
export function Json({ label, value, text }: JsonProps) {
  const raw = text ?? JSON.stringify(value) ?? ''
  return (
    <section class="json" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        {prettyJson(raw)}
      </pre>
      <Copy text={prettyJson(raw)} label="Copy JSON" bare />
    </section>
  )
}
