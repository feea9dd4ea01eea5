import sprite from 'virtual:icons'
import type { IconName } from '../../styles/icon-names.ts'
import './icon.css'

/** An icon beside words, or in a button that has a label. Screen readers skip it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
)
