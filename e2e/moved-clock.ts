// Loaded before the server of a journey. A message of milliseconds says how far its clock is ahead of the machine's,
// and is answered once it does: what is due tomorrow is seen today.
const now = Date.now
let ahead = 0

Date.now = () => now() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (Machine, given: [number]) =>
    given.length > 0 ? new Machine(...given) : new Machine(Date.now()),
})

process.on('message', (milliseconds) => {
  ahead = Number(milliseconds)
  process.send?.(milliseconds)
})
// The server ends as it does without a parent that listens.
process.channel?.unref()
