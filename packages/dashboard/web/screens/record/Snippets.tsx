import { useState } from 'preact/hooks'
import type { Snippet } from '../../examples/snippets.ts'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { Copy } from '../../parts/json/Copy.tsx'
import { MakeKey } from './MakeKey.tsx'
import '../../parts/json/json.css'

interface SnippetsProps {
  readonly snippets: readonly Snippet[]
  /** What the user chooses. @default 'Language' */
  readonly label?: string
}

/** Code to copy, in the language or for the runtime that the user chooses. */
export function Snippets({ snippets, label = 'Language' }: SnippetsProps) {
  const [chosen, setChosen] = useState('Client')
  const { name, code } = snippets.find((one) => one.name === chosen) ?? snippets[0]!
  return (
    <>
      <Segmented
        label={label}
        choices={snippets.map((one) => ({ value: one.name, label: one.name }))}
        value={name}
        onChange={setChosen}
      />
      <section class="json" aria-label={`Code: ${name}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} dir="ltr">
          {code}
        </pre>
        <Copy text={code} label="Copy the code" bare />
      </section>
      {name !== 'In process' && <MakeKey />}
    </>
  )
}
