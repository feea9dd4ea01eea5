import { expect } from 'vitest'
import { direct, start } from '../fixtures/command.fixture.ts'

/** Starts the command with 128 file descriptors, and without a gateway. */
export async function startWith128(env: Readonly<Record<string, string>> = {}) {
  const running = start({
    program: ['/bin/sh', '-c', 'ulimit -n 128; exec "$0" "$@"', ...direct],
    env: { SIGNALBOX_GATEWAY_PORT: 'off', SIGNALBOX_ADMIN_PORT: '0', ...env },
  })
  const url = await running.serving
  await expect.poll(running.printed).toMatch(/^Probes and metrics are on \S+$/m)
  const [, adminUrl = ''] = /^Probes and metrics are on (\S+)$/m.exec(running.printed()) ?? []
  return { ...running, url, adminUrl }
}
