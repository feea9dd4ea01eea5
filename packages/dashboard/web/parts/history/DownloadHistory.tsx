import { type HistoryQuery, historyFile } from '../../log/history-file.ts'
import { mount } from '../../place/mount.ts'
import { Icon } from '../signs/Icon.tsx'
import './download-history.css'

interface DownloadHistoryProps {
  readonly query: HistoryQuery
}

/** A link that downloads past events, one a line. The browser writes them to the file as they arrive. */
export const DownloadHistory = ({ query }: DownloadHistoryProps) => (
  <a
    class="download-history"
    href={historyFile(mount.apiUrl, query)}
    download
    title="One event per line, from the oldest to the newest"
  >
    <Icon name="download" />
    Download
  </a>
)
