/** A parser for the text format of Prometheus, which has no types of its own. */
declare module 'parse-prometheus-text-format' {
  interface ParsedFamily {
    readonly name: string
    readonly help: string
    /** In capitals, such as `COUNTER`; `UNTYPED` without a line that says it. */
    readonly type: string
    readonly metrics: readonly {
      readonly value?: string
      readonly labels?: Readonly<Record<string, string>>
      readonly buckets?: Readonly<Record<string, string>>
    }[]
  }
  export default function parse(text: string): readonly ParsedFamily[]
}
