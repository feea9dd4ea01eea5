import type { Signal } from '@preact/signals'
import { Copy } from '../../parts/json/Copy.tsx'
import { Tabs } from '../../parts/ways/Tabs.tsx'
import { mount } from '../../place/mount.ts'
import { PROPOSED } from './CreateFlag.tsx'
import { type FirstSnippet, firstSnippets } from './first-snippets.ts'
import { guide, issued } from './guide.ts'
import { Skip, Step } from './Step.tsx'
import { isSkipped, skip } from './steps.ts'

/** The programs in each language, for the flag and the key of the guide. */
export function snippetsHere(): readonly FirstSnippet[] {
  const { feature = PROPOSED, key } = guide.value
  const known = issued.value
  return firstSnippets({
    feature,
    baseUrl: mount.apiUrl,
    key,
    secret: known?.id === key ? known?.secret : undefined,
  })
}

interface PasteProps {
  readonly isNext: boolean
  /** The language that is shown. */
  readonly language: Signal<string>
}

/** The third step: a program to paste, with the address and the key in it. */
export function Paste({ isNext, language }: PasteProps) {
  const title = 'Paste this into your program'
  if (isNext || isSkipped('paste')) return <Step no={3} title={title} is={isNext ? 'next' : 'past'} />
  const snippets = snippetsHere()
  const { name, code, note } = snippets.find((one) => one.name === language.value) ?? snippets[0]!
  return (
    <Step no={3} title={title} is="now" aside={<Skip onSkip={() => skip('paste')} />}>
      <Tabs
        label="Language"
        tabs={snippets.map((one) => ({ id: one.name, label: one.name }))}
        selected={name}
        onSelect={(next) => (language.value = next)}
      >
        <section class="json" aria-label={`Code: ${name}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} dir="ltr">
            {code}
          </pre>
          <Copy text={code} label="Copy the code" bare />
        </section>
        <p class="muted">{note}</p>
        <p class="muted">
          {guide.value.key === undefined
            ? 'The address is already filled in. ID and SECRET come from an API key.'
            : 'The address and the key’s id are already filled in.'}
        </p>
      </Tabs>
    </Step>
  )
}
