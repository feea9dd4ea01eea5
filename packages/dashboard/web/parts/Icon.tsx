import sprite from 'virtual:icons'
import type { iconNames } from './icon-names.ts'
import './icon.css'

/** The name of an icon, from the list in `icon-names.ts`. */
export type IconName = (typeof iconNames)[number]

/** An icon beside words, or in a button that has a label. Screen readers skip it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
)
