import { useEffect, useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { SelectField } from '../../parts/fields/fields.tsx'
import { Copy } from '../../parts/json/Copy.tsx'
import { Json } from '../../parts/json/Json.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { count } from '../../words/words.ts'
import { recordsInSight } from '../listing/records-in-sight.ts'

const configsInSight = recordsInSight('configs')

interface ProgramTreeProps {
  /** The groups to choose from, such as `shop`. */
  readonly groups: readonly string[]
  /** The group that is shown first; `''` for everything. */
  readonly start: string
  onClose(): void
}

/** The most characters that are shown. More can be copied with curl. */
const MOST_SHOWN = 200_000

/** What programs read: the values of many configs as one tree, in which texts that hold JSON are that JSON. */
export function ProgramTree({ groups, start, onClose }: ProgramTreeProps) {
  const [group, setGroup] = useState(start)
  const [tree, setTree] = useState<unknown>()
  const [error, setError] = useState<unknown>()
  const version = configsInSight.version.value
  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    api.configs
      .tree(group === '' ? {} : { pattern: `${group},${group}:*` }, { signal: stop.signal })
      .then(setTree, (cause) => {
        if (!stop.signal.aborted) setError(cause)
      })
    return () => stop.abort()
  }, [group, version])
  const text = tree === undefined ? undefined : JSON.stringify(tree)
  return (
    <Dialog wide title="What programs read" onClose={onClose}>
      <p class="muted">
        Values without rules, as <code>configs.tree</code> returns them. Rules are evaluated for each client.
      </p>
      <SelectField
        label="Configs"
        value={group}
        choices={[{ value: '', label: 'all' }, ...groups.map((value) => ({ value, label: `${value}:*` }))]}
        onChange={setGroup}
      />
      {error !== undefined && <Failure error={error} />}
      {text !== undefined &&
        (text.length > MOST_SHOWN ? (
          <p>
            The tree has {count(text.length)} characters, which is too much to show. Choose a group, or copy it.{' '}
            <Copy text={text} label="Copy JSON" />
          </p>
        ) : (
          <Json label="What programs read" text={text} />
        ))}
      <footer>
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}
