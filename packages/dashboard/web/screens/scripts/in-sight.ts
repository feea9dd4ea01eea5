import { api } from '../../api.ts'
import type { RecordOf } from '../../kinds.ts'
import { onEvent, onGap } from '../../stream.ts'
import { createSight } from '../../tree/sight.ts'

type Script = RecordOf<'scripts'>

/** The whole scripts of the rows in sight. */
export const scriptsInSight = createSight<Script>({
  read: async (pattern) => (await api.scripts.list({ pattern, pageSize: 1000 })).results,
})

onGap(scriptsInSight.clear)
onEvent(({ domain, type, payload, oldValue }) => {
  if (domain !== 'Script' || !/^GLOBALSCRIPT_/.test(type)) return
  const [script, before] = [payload as Script, oldValue as Script | undefined]
  if (before && before.id !== script.id) scriptsInSight.hear(before.id, undefined)
  scriptsInSight.hear(script.id, type === 'GLOBALSCRIPT_DELETED' ? undefined : script)
})
