import { useState } from 'preact/hooks'
import { Windowed } from '../../parts/lists/Windowed.tsx'
import { count } from '../../words/words.ts'
import type { JournalRow } from './journal-rows.ts'

const ROW = 32
const VISIBLE = 14

/** The journal of a run as a time line: each attempt with how long it took. One of them can be opened. */
export function Journal({ rows }: { readonly rows: readonly JournalRow[] }) {
  const [chosen, setChosen] = useState<JournalRow>()
  return (
    <div class="journal">
      <Windowed
        items={rows}
        rowHeight={ROW}
        visible={VISIBLE}
        label="Journal"
        row={(row) => (
          <button
            type="button"
            class="journal-row"
            aria-expanded={chosen === row}
            onClick={() => setChosen(chosen === row ? undefined : row)}
          >
            <Entry {...row} />
          </button>
        )}
      />
      {chosen && <Opened {...chosen} />}
    </div>
  )
}

const Entry = ({ entry: { node, kind, attempt, error, duration }, depth, share }: JournalRow) => (
  <>
    <span class="journal-node" style={{ '--depth': Math.min(depth, 8) }}>
      <b>{kind}</b> <bdi class="key">{node === '' ? 'the first node' : node}</bdi>
      {attempt > 1 && <span class="muted"> attempt {attempt}</span>}
    </span>
    {error && <span class="wrong">failed</span>}
    <span class="journal-bar" aria-hidden="true">
      <span style={{ inlineSize: `${Math.max(2, share * 100)}%` }} />
    </span>
    <span class="journal-ms">{duration < 1 ? '< 1' : count(Math.round(duration))} ms</span>
  </>
)

function Opened({ entry: { node, kind, input, output, error } }: JournalRow) {
  return (
    <section class="journal-opened" aria-label={`${kind} ${node}`}>
      {error && (
        <p class="wrong" dir="auto">
          {error.message} <code>{error.code}</code>
        </p>
      )}
      {[
        ['Input', input],
        ['Output', output],
      ].map(([label, value]) =>
        value === undefined ? null : (
          <div key={label as string}>
            <p class="run-part">{label as string}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre class="script-text" dir="ltr" tabIndex={0}>
              {JSON.stringify(value, undefined, 2)}
            </pre>
          </div>
        ),
      )}
      {input === undefined && output === undefined && !error && <p class="muted">It has neither input nor output.</p>}
    </section>
  )
}
