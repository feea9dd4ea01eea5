import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { shownFailure } from '../../calls/failures.ts'
import './failure.css'

interface FailureProps {
  /** What was thrown. */
  readonly error: unknown
  /** Tries again. Absent: there is nothing to try. */
  retry?(): void
  /** What else can be done, such as restoring a deleted record. */
  readonly children?: ComponentChildren
}

/** A failure: what happened, in the words of the service, its code, and the way on. Counts down `Retry-After`. */
export function Failure({ error, retry, children }: FailureProps) {
  const { title, detail, code, retryAfter, problems } = shownFailure(error)
  const left = useCountdown(retryAfter ?? 0, error)
  return (
    <div class="failure" role="alert">
      <strong>{title}</strong>
      <p dir="auto">{detail}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {children}
      {(retry || code !== undefined) && (
        <div class="bar">
          {retry && (
            <button type="button" disabled={left > 0} onClick={retry}>
              {left > 0 ? `Try again in ${left} s` : 'Try again'}
            </button>
          )}
          {code !== undefined && <code class="muted">{code}</code>}
        </div>
      )}
    </div>
  )
}

/** Counts the seconds down that are left, starting again with every failure. */
export function useCountdown(seconds: number, cause: unknown): number {
  const left = useSignal(seconds)
  useEffect(() => {
    left.value = seconds
    if (seconds === 0) return
    const end = performance.now() + seconds * 1000
    const timer = setInterval(() => {
      left.value = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      if (left.value === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [seconds, cause])
  return left.value
}
