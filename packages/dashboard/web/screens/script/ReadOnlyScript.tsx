import { session } from '../../calls/session.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { Code } from '../../parts/json/Code.tsx'
import { languageNames } from '../scripting/language-names.ts'
import '../scripting/scripting.css'

/** A script that the caller may only read, and why. */
export function ReadOnlyScript({ script: { name, source } }: { readonly script: RecordOf<'scripts'> }) {
  const current = session.value
  const isAdmin = current.state === 'in' && current.me.admin
  return (
    <section class="script-form" aria-label="Script">
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        , {languageNames[source.type]}
      </p>
      <p class="muted">
        {isAdmin ? 'This dashboard only shows records.' : 'Only admins can change and try shared scripts.'}
      </p>
      <Code readOnly label="Script" language={source.type} rows={[4, 40]} value={source.script} />
    </section>
  )
}
