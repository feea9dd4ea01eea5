import type { Part } from './fault.ts'

export const remote: Part = {
  name: 'remote',
  tests: ['packages/gateway/src/remote/', 'packages/gateway/src/usage/', 'packages/gateway/src/served/'],
  further: ['packages/server/src/gateway/remote-source.test.ts'],
  files: {
    'packages/gateway/src/remote/contact.ts': [
      {
        breaks: 'revoked consumers are let in after a clock was set back',
        text: '|| moment.at > clock()) return',
        fault: ') return',
      },
      {
        breaks: 'a snapshot that is older than the last contact counts as fresh',
        text: 'revision < moment.revision',
        fault: 'revision > moment.revision',
      },
      {
        breaks: 'a contact about a snapshot that is not on the disk is kept',
        text: 'if (last?.revision === revision) remember({ at, revision })',
        fault: 'remember({ at, revision })',
      },
      {
        breaks: 'a failing disk is reported with each contact',
        text: 'if (!isFailing) report(error)',
        fault: 'report(error)',
      },
    ],
    'packages/gateway/src/remote/control-address.ts': [
      {
        breaks: 'the gateway key is sent without TLS',
        text: "if (url.protocol === 'http:' && !isLoopback(url.hostname))",
        fault: "if (url.protocol === 'http' && !isLoopback(url.hostname))",
      },
      {
        breaks: 'a name that begins like this machine counts as this machine',
        text: "hostname === 'localhost' ||",
        fault: "hostname.startsWith('localhost') ||",
      },
      {
        breaks: 'an address with a slash at its end makes others',
        text: "url.pathname.replace(/\\/+$/, '')",
        fault: 'url.pathname',
      },
    ],
    'packages/gateway/src/remote/control-plane.ts': [
      {
        breaks: 'the gateway key is sent to where a control plane redirects',
        text: "redirect: 'manual'",
        fault: "redirect: 'follow'",
      },
      {
        breaks: 'a key that was deleted is tried again all the time',
        text: 'if (status === 401 || status === 403)',
        fault: 'if (status === 401)',
      },
      {
        breaks: 'a control plane that accepts and says nothing is waited for',
        text: 'const silence = createWatchdog(SILENCE_MS,',
        fault: 'const silence = createWatchdog(SILENCE_MS * 1000,',
      },
      {
        breaks: 'a stream that lives is ended after half a minute',
        text: 'silence.reset()',
        fault: '',
      },
      {
        breaks: 'a report that is too large is an invalid response',
        text: "if (isAccepted && (error as { code?: unknown }).code === 'TOO_LARGE')",
        fault: "if ((error as { code?: unknown }).code === 'TOO_LARGE')",
      },
      {
        breaks: 'a stream that ended by its silence looks complete',
        text: 'if (silence.signal.aborted) throw silence.signal.reason\n    return undefined',
        fault: 'return undefined',
      },
    ],
    'packages/gateway/src/remote/disk-snapshot.ts': [
      {
        breaks: 'a snapshot that somebody changed on the disk is served',
        text: "if (!mac.verify(hmac)) throw new Error('it was changed, or was written under another gateway key')",
        fault: '',
      },
      {
        breaks: 'a small file fills the memory',
        text: 'if (passed > bytes) controller.error(error)\n      else controller.enqueue(chunk)',
        fault: 'controller.enqueue(chunk)',
      },
    ],
    'packages/gateway/src/remote/signed-file.ts': [
      {
        breaks: 'a signed file can stand for another one',
        text: 'mac.add(name)',
        fault: '',
      },
    ],
    'packages/gateway/src/remote/held-units.ts': [
      {
        breaks: 'what is gone while the connection was lost is served for ever',
        text: "held.has(place) || kind === 'quota' ? [] : [{ kind, key, revision } as GatewayUnit]",
        fault: '[]',
      },
      {
        breaks: 'of the quotas of a consumer only the last period is kept',
        text: "const place = kind === 'quota' ? `${kind} ${key} ${JSON.stringify(value)}` : `${kind} ${key}`",
        fault: 'const place = `${kind} ${key}`',
      },
    ],
    'packages/gateway/src/remote/remote-source.ts': [
      {
        breaks: 'quotas are counted twice after a gap',
        text: "const units = isLoaded ? all.units.filter(({ kind }) => kind !== 'quota') : all.units",
        fault: 'const units = all.units',
      },
      {
        breaks: 'a control plane that went back is not read again',
        text: 'if (head < served) {\n        needsAll = true',
        fault: 'if (head < served) {',
      },
      {
        breaks: 'a gap ends the stream instead of reading everything',
        text: 'if (!isGap(error)) throw error\n        needsAll = true',
        fault: 'throw error',
      },
      {
        breaks: 'a stream that the control plane ends is taken for the end of all',
        text: "if (!signal.aborted) throw control.unavailable('ended the stream of changes')",
        fault: '',
      },
      {
        breaks: 'a change without its end is applied',
        text: "if (lines.at(-1)?.kind !== 'end') throw control.unavailable('sent a change without its end')",
        fault: '',
      },
      {
        breaks: 'a stream that sends nothing although there are changes is kept',
        text: 'lateAt = head > streamed ? streamed : undefined',
        fault: 'lateAt = undefined',
      },
    ],
    'packages/gateway/src/remote/remote-units.ts': [
      {
        breaks: 'a snapshot that was cut off is served',
        text: "if (!format || lines.at(-1)?.kind !== 'end') throw",
        fault: 'if (!format) throw',
      },
    ],
    'packages/gateway/src/remote/restore-snapshot.ts': [
      {
        breaks: 'a broken file is read again at each start',
        text: 'await state.reject(SNAPSHOT_FILE).catch(report)',
        fault: '',
      },
    ],
    'packages/gateway/src/remote/snapshot-format.ts': [
      {
        breaks: 'a snapshot of a newer version is served in part',
        text: 'if (line.format > SNAPSHOT_FORMAT)',
        fault: 'if (line.format > SNAPSHOT_FORMAT + 1)',
      },
    ],
    'packages/gateway/src/remote/snapshot-writer.ts': [
      {
        breaks: 'a gate is on the disk without its feature',
        text: 'await keepFirst?.()\n      await writeSnapshot(state, await sealing(), { ...next, texts })',
        fault: 'await writeSnapshot(state, await sealing(), { ...next, texts })\n      await keepFirst?.()',
      },
      {
        breaks: 'the last change is not on the disk when the process ends',
        text: 'await writing\n      await write()',
        fault: 'await writing',
      },
      {
        breaks: 'every change is written at once',
        text: 'if (!timer) begin()',
        fault: 'begin()',
      },
    ],
    'packages/gateway/src/remote/heartbeat.ts': [
      {
        breaks: 'each failed heartbeat is reported',
        text: 'isFailing = true\n    }\n    await sleep',
        fault: '}\n    await sleep',
      },
    ],
    'packages/gateway/src/remote/follow-gateway.ts': [
      {
        breaks: 'what was used before the first snapshot is counted twice',
        text: "if (!source.isLoaded) throw control.unavailable('was not reached yet')",
        fault: '',
      },
    ],
    'packages/gateway/src/remote/follow-snapshots.ts': [
      {
        breaks: 'newer snapshots are never served',
        text: "if (await from.newest(held, signal)) throw new SignalboxError('CONFLICT', 'There is a newer snapshot')",
        fault: 'await from.newest(held, signal)',
      },
    ],
  },
}
