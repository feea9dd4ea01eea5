import { useState } from 'preact/hooks'
import { Copy } from '../../parts/Copy.tsx'
import { Segmented } from '../../parts/Segmented.tsx'
import type { Snippet } from './snippets.ts'

/** Code to copy, in the language that the user chooses. */
export function Snippets({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const [chosen, setChosen] = useState('Client')
  const { name, code } = snippets.find((one) => one.name === chosen) ?? snippets[0]!
  return (
    <>
      <Segmented
        label="Language"
        choices={snippets.map((one) => ({ value: one.name, label: one.name }))}
        value={name}
        onChange={setChosen}
      />
      <section class="json" aria-label={`Use with ${name}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} dir="ltr">
          {code}
        </pre>
        <Copy text={code} label="Copy the code" bare />
      </section>
    </>
  )
}
