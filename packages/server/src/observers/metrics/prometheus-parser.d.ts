declare module 'parse-prometheus-text-format' {
  /** Parses metrics. Those without a type are lists of lines with equal names. It ignores labels of histograms. */
  export default function parse(text: string): readonly {
    readonly name: string
    readonly type: string
    readonly metrics: readonly { readonly value?: string; readonly labels?: Readonly<Record<string, string>> }[]
  }[]
}
