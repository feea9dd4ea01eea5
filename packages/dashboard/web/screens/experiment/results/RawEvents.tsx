import { Icon } from '../../../parts/signs/Icon.tsx'
import { mount } from '../../../place/mount.ts'

/** The link that downloads the events of an experiment: who saw and won what, one event a line. */
export const RawEvents = ({ id }: { readonly id: string }) => (
  <p>
    <a
      class="with-icon"
      href={`${mount.apiUrl}/api/experiments/events.ndjson?pattern=${encodeURIComponent(id)}`}
      download={`${id.replaceAll(':', '_')}_events.ndjson`}
    >
      <Icon name="download" />
      All events as a file
    </a>
  </p>
)
