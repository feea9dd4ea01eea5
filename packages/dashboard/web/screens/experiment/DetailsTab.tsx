import type { Experiment } from '@signalbox/core/contract'
import { TextField } from '../../parts/fields/fields.tsx'
import { JsonText } from '../../parts/json/JsonText.tsx'
import { detailsTab } from '../record/details-tab.tsx'
import type { ShownRecord } from '../record/RecordScreen.tsx'

const { show } = detailsTab<Experiment>()

/** The name of an experiment and what describes it, and the experiment as JSON. */
export function DetailsTab(shown: ShownRecord<Experiment>) {
  const { draft, edit, mayEdit } = shown
  const { value, problems } = draft
  if (!mayEdit) return <>{show(shown)}</>
  return (
    <>
      <TextField
        label="Name"
        value={value.name}
        problem={problems['/name']}
        onInput={(name) => edit({ ...value, name }, 'name')}
      />
      {show(shown)}
      <details class="more-settings">
        <summary>As JSON</summary>
        <JsonText
          stacked
          pointer=""
          label="The experiment as JSON"
          value={value}
          onChange={(next, step) => edit(next as Experiment, step)}
        />
      </details>
    </>
  )
}
