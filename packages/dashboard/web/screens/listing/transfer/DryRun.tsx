import { count, counted } from '../../../words/words.ts'
import type { Uploaded } from './upload.ts'

interface DryRunProps {
  readonly noun: string
  readonly file: string | undefined
  /** How many records were read. */
  readonly total: number
  /** How many of them exist already. */
  readonly existing: number
  readonly strategy: 'Keep' | 'Replace'
  /** What the service says; `undefined` until it answers. */
  readonly tried: Uploaded | undefined
}

const MOST = 20

/** What an import would do. */
export function DryRun({ noun, file, total, existing, strategy, tried }: DryRunProps) {
  const exist =
    existing === 0
      ? 'None of them exists yet.'
      : `${count(existing)} of them ${existing === 1 ? 'exists' : 'exist'} and ${strategy === 'Keep' ? (existing === 1 ? 'stays as it is' : 'stay as they are') : existing === 1 ? 'is replaced' : 'are replaced'}.`
  return (
    <div role="status">
      <p>
        {counted(total, noun)}
        {file !== undefined && (
          <>
            {' in '}
            <bdi>{file}</bdi>
          </>
        )}
        . {exist} {tried === undefined && 'Checking them…'}
        {tried && tried.problems.length === 0 && 'All are valid.'}
        {tried &&
          tried.problems.length > 0 &&
          `${count(tried.problems.length)} ${tried.problems.length === 1 ? 'is' : 'are'} rejected:`}
      </p>
      {tried && tried.problems.length > 0 && (
        <ul class="problems">
          {tried.problems.slice(0, MOST).map((problem) => (
            <li key={problem} dir="auto">
              {problem}
            </li>
          ))}
          {tried.problems.length > MOST && <li>and {count(tried.problems.length - MOST)} more</li>}
        </ul>
      )}
    </div>
  )
}
