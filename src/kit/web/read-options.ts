/** How a screen reads an endpoint. */
export interface ReadOptions<T = unknown> {
  enabled?: boolean
  /** How often it is read again, or when next by what was read; for what is live, only while there is no stream. */
  refetchInterval?: number | ((query: { state: { data: T | undefined } }) => number | false)
  refetchOnWindowFocus?: boolean
  /** Reads it again whenever it is opened, however new the kept answer is. */
  refetchOnMount?: 'always'
  /** The nouns whose changes it shows: it is read again as soon as one of their records has changed. */
  live?: readonly string[]
  /** What is live is read at most so often, and within so many milliseconds after a change; without it, every two seconds. */
  liveEveryMs?: number
  /** Once read, it stays until a command or the reader asks for it: people point at what it shows. */
  isStill?: boolean
  /** A reading beside the answer that is shown: it begins with that, and what it reads later replaces nothing. */
  isBeside?: boolean
}
