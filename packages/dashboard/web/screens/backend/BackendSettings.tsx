import { TextField } from '../../parts/fields/fields.tsx'
import { withMembers } from '../record/members.ts'
import { Balancing } from './Balancing.tsx'
import { settingsInWords } from './backend-words.ts'
import { Ejection } from './Ejection.tsx'
import { Folded } from './Folded.tsx'
import { HealthCheck } from './HealthCheck.tsx'
import type { Settings, SettingsProps } from './settings.ts'
import { orAbsent } from './TargetCard.tsx'
import { TlsFields } from './TlsFields.tsx'

interface BackendSettingsProps extends SettingsProps<Settings> {
  /** The JSON Pointer of the settings, from the record. */
  readonly pointer: string
}

/** The settings of a backend beside its targets: each folded, with what it says at the moment. */
export function BackendSettings({ value, pointer, problemsOf, onChange }: BackendSettingsProps) {
  const words = settingsInWords(value)
  const below = (member: string) => (rest: string) => problemsOf(`/${member}${rest}`)
  const within = (member: 'load_balancing' | 'health_check' | 'tls_config') => (members: object, step?: string) =>
    onChange({ [member]: orAbsent(withMembers(value[member] ?? {}, members)) }, step && `${member} ${step}`)
  const isWrong = (member: string) => problemsOf(`/${member}`).length > 0
  return (
    <>
      <Folded name="Path" words={words.path} open={isWrong('root')}>
        <TextField
          label="Root"
          mono
          value={value.root ?? ''}
          placeholder="/v2"
          hint={
            value.rewrite
              ? 'It replaces the whole path. :name in it is the path parameter.'
              : 'It’s put in front of the path of the request.'
          }
          problem={problemsOf('/root')}
          onInput={(root) => onChange({ root }, 'root')}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={value.rewrite ?? false}
            onChange={({ currentTarget: { checked } }) => onChange({ rewrite: checked })}
          />
          The root replaces the whole path
        </label>
      </Folded>
      <Folded name="Load balancing" words={words.balancing} open={isWrong('load_balancing')}>
        <Balancing
          value={value.load_balancing ?? {}}
          problemsOf={below('load_balancing')}
          onChange={within('load_balancing')}
        />
      </Folded>
      <Folded name="Health checks" words={words.health} open={isWrong('health_check')}>
        <HealthCheck
          value={value.health_check ?? {}}
          pointer={`${pointer}/health_check`}
          problemsOf={below('health_check')}
          onChange={within('health_check')}
        />
      </Folded>
      <Folded name="Ejection" words={words.ejection} open={isWrong('outlier')}>
        <Ejection
          value={value.outlier}
          problemsOf={below('outlier')}
          onChange={(outlier, step) => onChange({ outlier }, step)}
        />
      </Folded>
      <Folded name="TLS" words={words.tls} open={isWrong('tls_config')}>
        <TlsFields value={value.tls_config ?? {}} problemsOf={below('tls_config')} onChange={within('tls_config')} />
      </Folded>
    </>
  )
}
