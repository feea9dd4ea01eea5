import { runDataPlane } from '../serve/data-plane.ts'
import type { Run } from './command.ts'

/** `signalbox gateway`: a data plane in this process. */
export const runGateway: Run = async ({ file, from, state }, settings) => {
  if (file !== undefined) throw new Error(`gateway does not take a file: use signalbox gateway --from ${file}`)
  return runDataPlane({
    ...settings,
    ...(from !== undefined && { gatewayFrom: from }),
    ...(state !== undefined && { gatewayState: state }),
  })
}
