/**
 * The flags of a program that a test starts: it finds the other packages as the test does. With `SIGNALBOX_BUILT`, as built,
 * which starts in a third of the time.
 */
export const importing: readonly string[] = process.env.SIGNALBOX_BUILT ? [] : ['--conditions=@signalbox/source']
