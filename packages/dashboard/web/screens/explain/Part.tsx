import type { ComponentChildren } from 'preact'

interface PartProps {
  readonly title: string
  readonly children: ComponentChildren
}

/** A part of an explanation under its heading. */
export const Part = ({ title, children }: PartProps) => (
  <section class="route-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
