import type { Signal } from '@preact/signals'
import { Copy } from '../../parts/json/Copy.tsx'
import { Tabs } from '../../parts/ways/Tabs.tsx'
import { mount } from '../../place/mount.ts'
import { PROPOSED } from './CreateFlag.tsx'
import { BUILD, type FirstSnippet, firstSnippets } from './first-snippets.ts'
import { guide, issued } from './guide.ts'
import { filledSentence, type KnownKey } from './program/filled-sentence.ts'
import { Skip, Skipped, Step } from './Step.tsx'
import { comeBack, isSkipped, skip } from './steps.ts'

/** What the page knows of the key of the guide. */
function knownKey(): KnownKey {
  const { key } = guide.value
  const known = issued.value
  return { key, secret: known?.id === key ? known?.secret : undefined }
}

/** The programs in each language, for the flag and the key of the guide. */
export function snippetsHere(): readonly FirstSnippet[] {
  const { feature = PROPOSED } = guide.value
  return firstSnippets({ feature, baseUrl: mount.apiUrl, ...knownKey() })
}

interface PasteProps {
  readonly isNext: boolean
  /** Whether a program has asked for the flag, so that one was pasted. */
  readonly isDone: boolean
  /** The language that is shown. */
  readonly language: Signal<string>
}

/** The third step: a program to paste, with the address and the key in it. */
export function Paste({ isNext, isDone, language }: PasteProps) {
  const title = 'Paste this into your program'
  if (isNext) return <Step no={3} title={title} is="next" />
  if (isSkipped('paste')) return <Skipped no={3} title={title} onOpen={() => comeBack('paste')} />
  const snippets = snippetsHere()
  const snippet = snippets.find((one) => one.name === language.value) ?? snippets[0]!
  const { name, code, note, install } = snippet
  return (
    <Step no={3} title={title} is={isDone ? 'past' : 'now'} aside={!isDone && <Skip onSkip={() => skip('paste')} />}>
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
        {install && <Install {...install} />}
        <p class="muted">{filledSentence(snippet, knownKey())}</p>
      </Tabs>
    </Step>
  )
}

/** How to install the packages that a program needs. */
const Install = ({ what, line }: NonNullable<FirstSnippet['install']>) => (
  <>
    <p class="muted">
      It needs {what}, which are not on npm yet. Build them in a clone of the repository, then run the last line in the
      folder of your program:
    </p>
    <div class="well">
      <code>{BUILD}</code>
      <Copy text={BUILD} label="Copy the build" bare />
    </div>
    <div class="well">
      <code>{line}</code>
      <Copy text={line} label="Copy the installation" bare />
    </div>
  </>
)
