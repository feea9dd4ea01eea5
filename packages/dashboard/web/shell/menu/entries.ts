import { may } from '../../calls/session.ts'
import { type Screen, screens } from '../../screens.ts'

/** A screen with an entry in the navigation. */
export type Entry = Screen & Required<Pick<Screen, 'entry'>>

/** The screens in the navigation that the caller may see. */
export const entries = (): readonly Entry[] =>
  screens.filter(
    (screen): screen is Entry => screen.entry !== undefined && (screen.domain === undefined || may('R', screen.domain)),
  )

/** Whether the entry of a screen is the current one: for the screen itself, and for those beside its list. */
export const isCurrent = ({ path }: Screen, shown: Screen | undefined): boolean =>
  shown !== undefined && (shown.path === path || shown.within === path)
