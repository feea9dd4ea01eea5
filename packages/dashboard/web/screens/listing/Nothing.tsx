import type { ComponentChildren } from 'preact'
import { curlWith, literal } from '../../examples/snippets.ts'
import { definitionOf, kinds } from '../../kinds/kinds.ts'
import { Copy } from '../../parts/json/Copy.tsx'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { mount } from '../../place/mount.ts'
import { MakeKey } from '../record/MakeKey.tsx'
import type { Listing } from './listing.ts'

interface NothingProps {
  readonly listing: Listing
  /** One sentence on what these records are. */
  readonly what: string
  /** A record to begin with. */
  readonly example: object
  /** Buttons to begin with. */
  readonly children?: ComponentChildren
}

/** What a list shows before there are records: what they are, and how a program creates one. */
export function Nothing({ listing: { kind }, what, example, children }: NothingProps) {
  const { noun, resource } = kinds[kind]
  const body = JSON.stringify(example)
  const curl = curlWith(`${mount.apiUrl}/api/${resource}`, example)
  const program = `import { createClient } from '@signalbox/client'

const api = createClient({ baseUrl: ${literal(mount.apiUrl)}, clientId: 'ID', clientSecret: 'SECRET' })
await api.${kind}.create({ body: ${body} })`
  return (
    <Empty title={`No ${noun}s yet`} icon={definitionOf(kind).screen?.icon}>
      <p>{what}</p>
      {children}
      <Code title="With curl" text={curl} />
      <Code title="In TypeScript" text={program} />
      <MakeKey />
    </Empty>
  )
}

const Code = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <figure class="code">
    <figcaption class="bar">
      <span class="muted">{title}</span>
      <Copy text={text} label={`Copy: ${title}`} bare />
    </figcaption>
    <code>{text}</code>
  </figure>
)
