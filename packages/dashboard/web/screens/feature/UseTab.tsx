import { useState } from 'preact/hooks'
import { mount } from '../../mount.ts'
import { Copy } from '../../parts/Copy.tsx'
import { Segmented } from '../../parts/Segmented.tsx'
import { snippetsOf } from './use-in-code.ts'

/** How programs check the feature. */
export function UseTab({ id }: { readonly id: string }) {
  const [chosen, setChosen] = useState('Client')
  const snippets = snippetsOf(id, mount.apiUrl)
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
