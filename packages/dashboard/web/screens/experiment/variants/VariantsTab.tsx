import type { Experiment } from '@signalbox/core/contract'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import { share } from '../results/figures.ts'
import { resultsHere } from '../results-here.ts'
import { boundOf } from './bound.ts'
import { VariantsForm } from './VariantsForm.tsx'

/** The variants of an experiment and their traffic. */
export function VariantsTab({ id, draft, edit, mayEdit }: ShownRecord<Experiment>) {
  const bound = draft.saved ? boundOf(resultsHere(id).value) : undefined
  const { value, newest, problems } = draft
  if (mayEdit) return <VariantsForm draft={value} newest={newest} problems={problems} bound={bound} onEdit={edit} />
  return (
    <table class="variant-table">
      <thead>
        <tr>
          <th scope="col">Variant</th>
          <th scope="col">Name</th>
          <th scope="col">Traffic</th>
          <th scope="col">Bound clients</th>
        </tr>
      </thead>
      <tbody>
        {value.variants.map((variant, at) => (
          <tr key={variant.id}>
            <th scope="row" class="key">
              {variant.id}
            </th>
            <td dir="auto">
              {variant.name} {at === 0 && <span class="muted">(baseline)</span>}
            </td>
            <td>{share(variant.traffic)}</td>
            <td>{bound?.get(variant.id) ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
