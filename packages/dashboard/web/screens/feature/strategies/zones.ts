import { zone } from '../../../preferences.ts'

/** The time zones to choose from: that of the viewer and UTC first, then all that the browser knows. */
export function zoneNames(chosen: string | undefined): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  const first = chosen === undefined ? [] : [chosen]
  return [...new Set([...first, zone.value, 'UTC', ...known])]
}
