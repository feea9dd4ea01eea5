import type { Experiment, Variant } from '@signalbox/core/contract'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import { share } from '../results/figures/figures.ts'
import { resultsHere } from '../results-here.ts'
import { SampleSize } from '../size/SampleSize.tsx'
import { boundOf } from './bound.ts'
import { VariantsForm } from './VariantsForm.tsx'

/** The variants of an experiment and their traffic, and how many users that takes. */
export function VariantsTab({ id, draft, edit, mayEdit }: ShownRecord<Experiment>) {
  const here = draft.saved && resultsHere(id).value
  const bound = here && boundOf(here)
  const { value, newest, problems } = draft
  return (
    <>
      {mayEdit ? (
        <VariantsForm draft={value} newest={newest} problems={problems} bound={bound} onEdit={edit} />
      ) : (
        <VariantTable variants={value.variants} bound={bound} />
      )}
      <SampleSize experiment={value} here={here} />
    </>
  )
}

interface VariantTableProps {
  readonly variants: readonly Variant[]
  readonly bound: ReadonlyMap<string, number> | undefined
}

/** The variants for those who may not change them. */
function VariantTable({ variants, bound }: VariantTableProps) {
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
        {variants.map((variant, at) => (
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
