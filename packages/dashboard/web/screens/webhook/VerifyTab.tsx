import { useState } from 'preact/hooks'
import { Copy } from '../../parts/Copy.tsx'
import { Segmented } from '../../parts/Segmented.tsx'
import { verifySnippets } from './verify-snippets.ts'

/** How the receiver checks that a call comes from this box. */
export function VerifyTab() {
  const [chosen, setChosen] = useState(verifySnippets[0]!.name)
  const { name, code } = verifySnippets.find((one) => one.name === chosen)!
  return (
    <>
      <p>
        Calls are signed as <b>Standard Webhooks</b> specifies, with the headers <code>webhook-id</code>,{' '}
        <code>webhook-timestamp</code> and <code>webhook-signature</code>. Libraries for it verify them, or this
        function. Answer with any 2xx status within five seconds. The same <code>webhook-id</code> can arrive twice.
      </p>
      <div class="bar">
        <Segmented
          label="Runtime"
          choices={verifySnippets.map((one) => ({ value: one.name, label: one.name }))}
          value={name}
          onChange={setChosen}
        />
      </div>
      <section class="json" aria-label={`Verify with ${name}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} dir="ltr">
          {code}
        </pre>
        <Copy text={code} label="Copy the code" bare />
      </section>
    </>
  )
}
