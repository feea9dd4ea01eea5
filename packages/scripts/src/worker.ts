/** The entry point of a worker thread: receives messages from the host and posts messages back. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { createPulse } from './pulse.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'

const { limits, pulse: shared } = workerData as WorkerStart
const pulse = createPulse(shared)
const port = parentPort!
const send = (message: FromWorker) => port.postMessage(message)
let sandbox: Promise<Sandbox>

port.on('message', async (message: ToWorker) => {
  switch (message.type) {
    case 'module':
      sandbox = createSandbox({ module: message.module, limits, pulse, send })
      await sandbox
      return send({ type: 'ready' })
    case 'batch':
      return (await sandbox).run(message)
    case 'response':
      return (await sandbox).resume(message.id, message.call, message.response)
    case 'abandon':
      return (await sandbox).abandon(message.id)
  }
})
