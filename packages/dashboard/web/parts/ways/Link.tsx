import type { ComponentChildren } from 'preact'
import { hrefOf, navigate } from '../../place/place.ts'

interface LinkProps {
  /** A path of the dashboard, such as `/features`. */
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly current?: boolean
  /** What the pointer shows. */
  readonly title?: string
}

/** A link to a path of the dashboard, followed without loading the page again. */
export function Link({ to, children, class: name, current = false, title }: LinkProps) {
  return (
    <a
      class={name}
      title={title}
      href={hrefOf(to)}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
