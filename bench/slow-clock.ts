// Loaded before the server of the pictures: its clock begins at the same moment each time and hardly moves, so that the
// demo marketplace is the same whenever it is made.
import { pictureTime } from './picture-time.ts'

const now = Date.now
const begun = now()

// In steps of ten seconds, each of which lasts ten minutes.
Date.now = () => pictureTime + Math.floor((now() - begun) / 600_000) * 10_000
globalThis.Date = new Proxy(Date, {
  construct: (Machine, given: [number]) =>
    given.length > 0 ? new Machine(...given) : new Machine(Date.now()),
})
