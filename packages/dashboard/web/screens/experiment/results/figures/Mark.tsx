/** The shapes of variants, so that color is not the only difference. Each fits into a square of 10 units. */
const shapes = [
  'M5 0A5 5 0 1 1 -5 0A5 5 0 1 1 5 0Z',
  'M-4.4 -4.4H4.4V4.4H-4.4Z',
  'M0 -5.8L5.8 0L0 5.8L-5.8 0Z',
  'M0 -5.2L5.2 4.2H-5.2Z',
  'M0 5.2L5.2 -4.2H-5.2Z',
  'M-1.8 -5H1.8V-1.8H5V1.8H1.8V5H-1.8V1.8H-5V-1.8H-1.8Z',
] as const

/** The mark of a variant, by its place, around the origin of an SVG. */
export const Mark = ({ at }: { readonly at: number }) => <path class="plot-mark" d={shapes[at % shapes.length]!} />
