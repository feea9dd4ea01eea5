import type { Command } from './command.ts'

/** `signalbox gateway`: a data plane in this process. */
export const gatewayCommand: Command = {
  usage: 'gateway [--from URL|s3://BUCKET/PREFIX] [--state FOLDER]',
  about:
    'serve the APIs of the Signalbox at URL in this process, under the key SIGNALBOX_GATEWAY_KEY, or of its snapshots in a bucket, under SIGNALBOX_SNAPSHOT_KEY; FOLDER keeps what it serves',
  options: ['from', 'state'],
  async run({ file, from, state }, settings) {
    if (file !== undefined) throw new Error(`gateway does not take a file: use signalbox gateway --from ${file}`)
    const { runDataPlane } = await import('../data-plane.ts')
    return runDataPlane({
      ...settings,
      ...(from !== undefined && { gatewayFrom: from }),
      ...(state !== undefined && { gatewayState: state }),
    })
  },
}
