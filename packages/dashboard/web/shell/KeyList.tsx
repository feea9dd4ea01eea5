import { useMemo } from 'preact/hooks'
import { actionsInForce } from '../keys/keys.ts'
import { Dialog } from '../parts/dialogs/Dialog.tsx'
import { Link } from '../parts/ways/Link.tsx'
import { preferences } from '../preferences/preferences.ts'
import { keyLabel } from '../words/words.ts'
import './key-list.css'

/** The keys that act on the current screen, made from what the screen has bound. */
export function KeyList({ onClose }: { onClose(): void }) {
  // Read while the dialog is not there yet, which turns off the keys of the page.
  const actions = useMemo(actionsInForce, [])
  return (
    <Dialog title="Keys" onClose={onClose}>
      {!preferences.value.letterKeys && (
        <p>
          Single-key shortcuts are turned off. <Link to="/settings">Turn them on in the settings</Link>
        </p>
      )}
      <dl class="key-list">
        {actions.map(({ keys, label }) => (
          <div key={`${keys} ${label}`}>
            <dt>
              {keys.split(' ').map((stroke) => (
                <kbd key={stroke}>{keyLabel(stroke)}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
