import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { failureSentence } from '../../../calls/failures.ts'
import { may } from '../../../calls/session.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Copy } from '../../../parts/json/Copy.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { dateTimeIn } from '../../../words/dates.ts'
import { causeWords } from '../cause-words.ts'
import { Captured } from './Captured.tsx'
import { Redacted } from './Redacted.tsx'
import { type Decision, type Fact, requestFacts } from './request-facts.ts'
import type { PluginLine } from './tail-events.ts'
import type { TailEntry } from './tail-list.ts'

interface RequestDialogProps {
  readonly entry: Extract<TailEntry, { kind: 'request' }>
  onClose(): void
}

/** One request: how it was decided, which plugins ran, and what was captured. */
export function RequestDialog({ entry: { line, plugins }, onClose }: RequestDialogProps) {
  const decision = useSignal<Decision | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  useEffect(() => {
    api.gateway.decision({ requestId: line.id }).then(
      (found) => (decision.value = found),
      (error) => (failure.value = error),
    )
  }, [])
  return (
    <Dialog title={`${line.method} ${line.path}`} wide onClose={onClose}>
      <div class="request-dialog">
        <p class="key">
          <Redacted text={`${line.method} ${line.host}${line.path}${line.query ?? ''}`} />
        </p>
        <div class="bar muted">
          <time dateTime={line.time}>{dateTimeIn(Date.parse(line.time), zone.value)}</time>
          <span class="key">{line.id}</span>
          <Copy text={line.id} label="Copy the id of the request" bare />
        </div>
        <Facts facts={requestFacts(line, decision.value)} />
        {failure.value !== undefined && <p class="muted">{failureSentence(failure.value)}</p>}
        {plugins.length > 0 && <Plugins plugins={plugins} />}
        {line.api !== undefined && may('U', 'Api', line.api) && <Captured api={line.api} id={line.id} />}
      </div>
      <footer>
        <button type="button" autofocus onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}

/** What is known about a request, with each fact on its own line. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="request-facts">
    {facts.map(({ label, text, isId, to }) => (
      <Fragment key={`${label} ${text}`}>
        <dt>{label}</dt>
        <dd class={isId ? 'key' : undefined}>{to === undefined ? text : <Link to={to}>{text}</Link>}</dd>
      </Fragment>
    ))}
  </dl>
)

const verdicts = {
  pass: 'passed it on',
  refuse: 'refused it',
  answer: 'responded',
  fail: 'failed',
} satisfies Record<PluginLine['verdict'], string>

/** The plugins that ran, in their order. */
const Plugins = ({ plugins }: { readonly plugins: readonly PluginLine[] }) => (
  <section aria-label="Plugins">
    <h3>Plugins</h3>
    <ol class="request-plugins">
      {plugins.map(({ plugin, stage, verdict, cause, status, ms }, at) => (
        <li key={at}>
          <span class="key">{plugin.split('.').at(-1)}</span>
          <span class={verdict === 'pass' ? 'muted' : 'decided'}>
            {verdicts[verdict]}
            {cause !== undefined && `: ${causeWords(cause)}`}
            {status !== undefined && ` with ${status}`}
          </span>
          <span class="muted">{stage}</span>
          <span class="ms">{ms} ms</span>
        </li>
      ))}
    </ol>
  </section>
)
