/** A record of a queue, with the address of its screen where the list knows it. */
export interface QueueItem {
  id: string
  path?: string
}

/** A queue as its reader has gone through it: the list as it was first read, and what has become of its records. */
export interface Queue {
  /** The number of rows of the list before the first item. */
  first: number
  items: QueueItem[]
  /** What the list holds at present. */
  total: number
  /** False if the list may hold more, as counting has stopped there; missing in queues that were kept before this was known. */
  isExact?: boolean
  /** Decided by the reader. */
  mine: string[]
  /** Decided by others since. */
  gone: string[]
  /** Left for later, in the order in which it was skipped. */
  skipped: string[]
  /** Changed by the reader, by which they may leave the list; missing in queues that were kept before this was known. */
  touched?: string[]
  /** Left to another person when the list was last read; missing where the list does not say so. */
  held?: string[]
  /** Who is reviewing it, by record; empty if nobody is yet. */
  holders?: Record<string, string>
}

/** A part of the list as it is now. */
export interface QueuePart {
  first: number
  items: QueueItem[]
  total: number
  /** False if the list may hold more than `total`. */
  isExact: boolean
  /** The records that are left to another person. */
  held?: string[]
  /** Who is reviewing it, by record; empty if nobody is yet. */
  holders?: Record<string, string>
}

/**
 * Joins what the reader has gone through with the list as it is now: new records come at the end, those of a part before the
 * first one in front, and what has left the list without the reader's decision was decided by others.
 */
export function joined(before: Queue | null, part: QueuePart): Queue {
  if (!before) return { ...part, mine: [], gone: [], skipped: [] }
  const present = new Set(part.items.map(({ id }) => id))
  const known = new Set(before.items.map(({ id }) => id))
  const mine = new Set(before.mine)
  const places = before.items.flatMap(({ id }, index) => (present.has(id) ? [index] : []))
  const { isExact } = part
  const isWhole = isExact ? part.first + part.items.length >= part.total : part.items.length < partSize
  const from = part.first <= before.first ? 0 : (places[0] ?? before.items.length)
  const to = isWhole ? before.items.length : (places.at(-1) ?? 0)
  const gone = new Set(before.gone.filter((id) => !present.has(id)))
  before.items.slice(from, to).forEach(({ id }) => {
    if (!present.has(id) && !mine.has(id)) gone.add(id)
  })
  const unknown = part.items.filter(({ id }) => !known.has(id))
  const isEarlier = part.first < before.first
  return {
    ...before,
    // What the reader has decided may still stand in a list that was read before.
    total: part.total - (isExact ? part.items.filter(({ id }) => mine.has(id)).length : 0),
    isExact,
    first: Math.min(before.first, part.first),
    items: isEarlier ? [...unknown, ...before.items] : [...before.items, ...unknown],
    gone: [...gone],
    held: [...(before.held ?? []).filter((id) => !present.has(id)), ...(part.held ?? [])],
    holders: { ...before.holders, ...part.holders },
  }
}

/** Whether the list holds rows of which this queue does not know. */
export function hasUnread(queue: Queue): boolean {
  return !isCounted(queue) || isShort(queue)
}

/** Whether fewer rows are known than the list is known to hold. */
function isShort(queue: Queue): boolean {
  const done = new Set([...queue.gone, ...queue.mine])
  return queue.items.filter(({ id }) => !done.has(id)).length < leftOf(queue)
}

const isCounted = ({ isExact = true }: Queue): boolean => isExact

const leftOf = ({ total, first }: Queue): number => Math.max(0, total - first)

/** The rows that are read at once. */
export const partSize = 100
/** A later part is read before the reader has reached the end of what is known. */
const readAheadOf = 3

/**
 * Which part of the list is read around a record, counted from the first that was read: the one that holds it and what follows,
 * or the one before, when nothing that is known precedes the record although the list begins earlier. When nothing follows although the
 * list holds more rows than are known, because others have decided in parts that were left behind, the parts are read from the
 * beginning, one with each round.
 */
export function partFor(
  queue: Queue,
  { position, previous, ahead, standing }: QueuePlace,
  round: number,
): number {
  if (position !== null && !previous && queue.first >= partSize) return -1
  const isMissing = ahead.length < readAheadOf && isShort(queue)
  return isMissing && round * partSize < leftOf(queue)
    ? round
    : Math.floor((standing + readAheadOf) / partSize)
}

/** The place of a record in its queue. */
export interface QueuePlace {
  /** Null if the record is not in the list, for example because it was decided before the list was read. */
  position: number | null
  total: number
  /** False if the queue may be longer than `total`. */
  isExact: boolean
  previous: QueueItem | null
  /** What comes next, the skipped ones last, without what is left to another person. */
  ahead: QueueItem[]
  /** What is left to another person, what comes next first and then what was passed over; with the name of who reviews it. */
  held: (QueueItem & { by: string })[]
  skipped: number
  gone: number
  /** The number of records of the list that stand before this one at present. */
  standing: number
}

export function placeIn(queue: Queue, id: string): QueuePlace {
  const touched = new Set(queue.touched)
  const [gone, skipped] = [new Set(queue.gone.filter((one) => !touched.has(one))), new Set(queue.skipped)]
  const mine = new Set([...queue.mine, ...queue.gone.filter((one) => touched.has(one))])
  const index = queue.items.findIndex((item) => item.id === id)
  const isOpen = (item: QueueItem) => item.id !== id && !gone.has(item.id) && !mine.has(item.id)
  const earlier = queue.items.slice(0, Math.max(index, 0)).filter((item) => !gone.has(item.id))
  const after = queue.items.slice(index + 1).filter((item) => isOpen(item) && !skipped.has(item.id))
  const passedOver = new Map(
    queue.items.filter(({ id: one }) => skipped.has(one)).map((item) => [item.id, item]),
  )
  const later = queue.skipped.flatMap((one) => passedOver.get(one) ?? []).filter(isOpen)
  const held = new Set(queue.held)
  const passed = earlier.filter((item) => isOpen(item) && !skipped.has(item.id))
  const position = index < 0 ? null : queue.first + earlier.length + 1
  const isExact = isCounted(queue)
  // The current record is counted while it is shown, even after somebody took it out of the list. A list that is not counted
  // to its end has the same number whatever is decided.
  const counted = queue.total + (isExact ? mine.size + (gone.has(id) ? 1 : 0) : 0)
  return {
    position,
    // What others have decided in a part that was left behind is missing from the count, but not yet known to be gone.
    total: Math.max(counted, position ?? 0),
    isExact,
    previous: earlier.at(-1) ?? null,
    ahead: [...after, ...later].filter((item) => !held.has(item.id)),
    held: [...after, ...later, ...passed].flatMap((item) =>
      held.has(item.id) ? [{ ...item, by: queue.holders?.[item.id] ?? '' }] : [],
    ),
    skipped: later.length,
    gone: [...gone].filter((one) => one !== id).length,
    standing: earlier.filter((item) => !mine.has(item.id)).length,
  }
}

/** Leaves a record for later. */
export function withSkipped(queue: Queue, id: string): Queue {
  return { ...queue, skipped: [...queue.skipped.filter((one) => one !== id), id] }
}

/** The reader has decided on a record. */
export function withDecided(queue: Queue, id: string): Queue {
  return queue.mine.includes(id)
    ? queue
    : { ...queue, mine: [...queue.mine, id], gone: queue.gone.filter((one) => one !== id) }
}

/** The reader has changed a record: if it leaves the list now, nobody else has decided on it. */
export function withTouched(queue: Queue, id: string): Queue {
  const touched = queue.touched ?? []
  return touched.includes(id) ? queue : { ...queue, touched: [...touched, id] }
}

/**
 * The reader has undone a decision, but no answer arrived: the list tells whether the record waits again, and if it does not,
 * the decision is still the reader's own.
 */
export function withPerhapsUndone(queue: Queue, id: string): Queue {
  return withTouched(withUndone(queue, id), id)
}

/** The reader has undone a decision. */
export function withUndone(queue: Queue, id: string): Queue {
  return { ...queue, mine: queue.mine.filter((one) => one !== id) }
}
