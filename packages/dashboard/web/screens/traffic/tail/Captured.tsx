import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { failureSentence } from '../../../calls/failures.ts'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { pathTo } from '../../../place/path-to.ts'
import { bodyWords } from './body-words.ts'
import { Redacted } from './Redacted.tsx'

type Capture = Awaited<ReturnType<typeof api.gateway.captures>>['results'][number]

/** What is known: the capture, or why there is none. */
type Found = { readonly capture: Capture } | { readonly none: 'off' | 'gone' } | { readonly failure: unknown }

/** The request and the response as they were captured, if the API is captured. */
export function Captured({ api: of, id }: { readonly api: string; readonly id: string }) {
  const found = useSignal<Found | undefined>(undefined)
  useEffect(() => {
    readCapture(of, id).then(
      (answer) => (found.value = answer),
      (failure) => (found.value = { failure }),
    )
  }, [of, id])
  const known = found.value
  if (!known) return <Late>Loading the captured request…</Late>
  if ('failure' in known) return <p class="muted">{failureSentence(known.failure)}</p>
  if ('capture' in known)
    return (
      <>
        <Message title="Request" first={lineOf(known.capture)} message={known.capture.request} />
        <Message title="Response" first={`${known.capture.status}`} message={known.capture.response} />
      </>
    )
  if (known.none === 'gone')
    return <p class="muted">It is not among the last 100 requests to {of} that were captured.</p>
  return (
    <p class="muted">
      Headers and bodies are not captured.{' '}
      <Link to={pathTo('/gateway/apis/:id', { id: of })}>Capture the API {of}</Link> to see them for later requests.
    </p>
  )
}

async function readCapture(of: string, id: string): Promise<Found> {
  const { capture } = await api.apis.get({ id: of })
  if (!capture) return { none: 'off' }
  const { results } = await api.gateway.captures({ api: of })
  const one = results.find((result) => result.id === id)
  return one ? { capture: one } : { none: 'gone' }
}

const lineOf = ({ method, path, query }: Capture): string => `${method} ${path}${query}`

interface MessageProps {
  readonly title: string
  /** Its first line: the method with the path, or the status. */
  readonly first: string
  readonly message: Capture['request']
}

function Message({ title, first, message: { headers, body } }: MessageProps) {
  return (
    <details class="captured" open>
      <summary>{title}</summary>
      <p class="key">
        <Redacted text={first} />
      </p>
      <ul class="key">
        {headers.map(({ name, value }, at) => (
          <li key={at}>
            <span class="muted">{name}:</span> <Redacted text={value} />
          </li>
        ))}
      </ul>
      {body?.text !== undefined && body.text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <pre class="key" tabIndex={0}>
          <Redacted text={body.text} />
        </pre>
      )}
      <p class="muted">{bodyWords(body)}</p>
    </details>
  )
}
