import { useSignal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { mount } from '../../place/mount.ts'
import { ImportPanel } from './ImportPanel.tsx'
import { addressOf, fileName, transfers } from './transfers.ts'

/** All records as files: one record a line, as `signalbox import` takes them, too. */
export function Transfers() {
  const readable = transfers.filter(({ domain }) => may('R', domain))
  const writable = transfers.filter(({ domain }) => may('C', domain) || may('U', domain))
  const imports = useSignal(0)
  return (
    <>
      <h2>Export</h2>
      <p class="muted">
        Each file has the records that you can read, one per line. Files of users, keys, credentials and webhooks can
        contain secrets or their hashes: store them safely.
      </p>
      {readable.length === 0 ? (
        <p>There is nothing that you can read.</p>
      ) : (
        <ul class="files">
          {readable.map(({ title, path }) => (
            <li key={path}>
              <a href={addressOf(mount.apiUrl, path)} download={fileName(path)}>
                <Icon name="download" />
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <h2>Import</h2>
      {writable.length === 0 ? (
        <p>There is nothing that you can create or change.</p>
      ) : (
        <ImportPanel key={imports.value} transfers={writable} onDone={() => imports.value++} />
      )}
    </>
  )
}
