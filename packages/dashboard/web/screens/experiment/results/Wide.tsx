import type { ComponentChildren } from 'preact'

/** What may be wider than the page, such as a table: it scrolls by itself, also by keyboard. */
export const Wide = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="wide" aria-label={label} tabIndex={0}>
    {children}
  </section>
)
