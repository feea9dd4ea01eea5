import { useEffect } from 'preact/hooks'
import { shownFailure } from '../../calls/failures.ts'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { pastedRequest } from '../../place/pasted-request.ts'
import '../record/record.css'
import '../route/route.css'
import { outcomeWords } from './explain-words.ts'
import { explaining, given, notes, takeRequest } from './explaining-here.ts'
import { parseRequest } from './parse-request.ts'
import { elsewhereWords } from './plane-words.ts'
import { RequestForm } from './RequestForm.tsx'
import { Result } from './Result.tsx'
import './explain.css'

/** Which route takes a request, and why the others do not. Nothing is sent to a backend. */
export function Explain() {
  const pasted = pastedRequest.value
  useEffect(() => {
    if (pasted === undefined) return
    pastedRequest.value = undefined
    takeRequest(parseRequest(pasted) ?? { problem: 'The text is not a request.' })
  }, [pasted])
  const explained = explaining.answer.value
  const failure = explaining.failure.value
  const outcome = explained && outcomeWords(explained.explanation, explained.request.method)
  const isOther = explained !== undefined && explained.request !== given.value
  return (
    <section class="detail record explain" aria-labelledby="record">
      <h1 id="record">Test a request</h1>
      <RequestForm />
      {notes.value.length > 0 && (
        <ul class="explain-notes">
          {notes.value.map((note) => (
            <li key={note}>
              <Aspect is="caution">Note</Aspect> <span dir="auto">{note}</span>
            </li>
          ))}
        </ul>
      )}
      <p class={outcome ? 'explain-outcome' : undefined} role="status">
        {outcome && (
          <>
            <Aspect is={outcome.is}>{outcome.is === 'clear' ? 'Taken' : 'Not served'}</Aspect>{' '}
            <span dir="auto">{outcome.text}</span>
          </>
        )}
      </p>
      {isOther && <p class="muted">The request in the form has changed. This is the answer to the previous request.</p>}
      {explained && <Result explained={explained} />}
      {failure && !isWithoutPlane(failure.error) && (
        <Failure error={failure.error} retry={() => void explaining.ask(given.peek())} />
      )}
      {failure && isWithoutPlane(failure.error) && (
        <Empty title="There is no data plane to ask">
          <p dir="auto">{shownFailure(failure.error).detail}</p>
          <p>{elsewhereWords(failure.planes)}</p>
        </Empty>
      )}
    </section>
  )
}

const isWithoutPlane = (error: unknown): boolean => (error as { code?: unknown }).code === 'CONFLICT'
