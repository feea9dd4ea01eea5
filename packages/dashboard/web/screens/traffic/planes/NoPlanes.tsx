import { Copy } from '../../../parts/json/Copy.tsx'
import { Empty } from '../../../parts/outcomes/Empty.tsx'
import { mount } from '../../../place/mount.ts'

const here = 'SIGNALBOX_GATEWAY_PORT=9080 npx signalbox'

/** Says that no data plane runs, and how to start one. */
export function NoPlanes() {
  const elsewhere = `SIGNALBOX_GATEWAY_KEY=sbxg_… npx signalbox gateway --from ${mount.apiUrl}`
  return (
    <Empty title="No data plane runs">
      <p>A data plane serves the published APIs. Start one in this process:</p>
      <Command text={here} />
      <p>Or create a gateway key, and start one in a separate process:</p>
      <Command text={elsewhere} />
    </Empty>
  )
}

const Command = ({ text }: { readonly text: string }) => (
  <div class="command">
    <code>{text}</code>
    <Copy text={text} label="Copy the command" bare />
  </div>
)
