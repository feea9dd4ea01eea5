import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ApiPath } from './ApiPath.tsx'
import { CreateFlag } from './CreateFlag.tsx'
import { GetKey } from './GetKey.tsx'
import { closeGuide, guide } from './guide.ts'
import { useAskers } from './hearing/use-askers.ts'
import { Listen } from './Listen.tsx'
import { OtherWays } from './OtherWays.tsx'
import { Paste } from './Paste.tsx'
import { isSkipped } from './steps.ts'
import './first-run.css'

interface FirstRunProps {
  /** What comes before the steps. */
  readonly children?: ComponentChildren
}

/** What an empty box shows in place of zeros: the way from no flag to a flag that a program has read. */
export function FirstRun({ children }: FirstRunProps) {
  return guide.value.path === 'api' ? <ApiPath>{children}</ApiPath> : <FlagPath>{children}</FlagPath>
}

/** The first path: from a flag to a program that has read it. */
function FlagPath({ children }: FirstRunProps) {
  const language = useSignal('curl')
  const { feature, key } = guide.value
  const hasFlag = feature !== undefined || isSkipped('flag')
  const hasKey = hasFlag && (key !== undefined || isSkipped('key'))
  const askers = useAskers(hasKey ? feature : undefined)
  return (
    <section class="page first-run">
      <div class="bar">
        <h1>Get your first flag into a program</h1>
        <button type="button" class="quiet" onClick={closeGuide}>
          Close this guide
        </button>
      </div>
      {children}
      <p class="lead muted">
        Four steps, about three minutes. Skip any of them; the guide stays in Overview until you close it. To look
        around first, start the server with <code>npm start -- --demo</code>: it fills an empty store with an example
        shop.
      </p>
      <div class="cols">
        <ol class="path">
          <CreateFlag />
          <GetKey isNext={!hasFlag} />
          <Paste isNext={!hasKey} isDone={askers.heard.value !== undefined} language={language} />
          <Listen isNext={!hasKey} language={language} askers={askers} />
        </ol>
        <OtherWays />
      </div>
    </section>
  )
}
