/** One of the processes of a data plane. `openWorkers` starts it. */
import { sharedLimits } from '@signalbox/gateway'
import { ipcCarrier, refuseAsTarget } from '@signalbox/gateway/node'
import { watchState } from '../data-plane/data-plane-lines.ts'
import { serveDataPlane } from '../data-plane/serve-data-plane.ts'
import { type LogSink, openLog, reopenLogs } from '../log/log-sink.ts'
import { answering } from './observe-workers.ts'
import type { PlaneOrder } from './open-workers.ts'
import { serveAsWorker } from './serve-as-worker.ts'

serveAsWorker(async (order, { place, writeLines, report, announce, push }) => {
  const { settings, own, isReadyFirst } = order as PlaneOrder
  for (const address of own) refuseAsTarget(address)
  const { gatewayLog: to, gatewayFrom: from, gatewayState: folder } = settings
  // Processes that write to one pipe would mix their lines.
  const log: LogSink | undefined =
    to === 'stdout' ? { write: writeLines, close: async () => {} } : await openLog(to, 'SIGNALBOX_GATEWAY_LOG')
  const limits = sharedLimits(ipcCarrier())
  const plane = await serveDataPlane(settings, { log, limits, place, isReadyFirst, report, announce })
  if (place === 0 && !isReadyFirst) watchState(plane, { from, folder, announce })
  return {
    result: plane.url,
    answer: answering(plane.gateway, push),
    drainMs: settings.drainMs,
    drain: plane.drain,
    async reload() {
      try {
        plane.reloadCertificates()
      } finally {
        await reopenLogs()
      }
    },
    async close(drainMs) {
      await plane.close(drainMs)
      await log?.close()
    },
  }
})
