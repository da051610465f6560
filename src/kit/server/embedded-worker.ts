import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** The data that the main thread passes to the worker. */
export interface WorkerData {
  directory: string | null
  template: Uint8Array | null
}

export type ToWorker =
  | { kind: 'execute'; bytes: Uint8Array; call: number }
  | { kind: 'dump'; call: number }
  | { kind: 'close'; call: number }
  | { kind: 'measure'; call: number }

export type FromWorker =
  | { kind: 'ready'; isDurable: boolean }
  | { kind: 'failed'; message: string }
  | { kind: 'answer'; call: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'measured'; call: number; memory: EngineMemory }
  | { kind: 'error'; call: number; message: string }

/** In bytes. */
export interface EngineMemory {
  /** The engine's own memory, its buffers and caches. This memory grows on demand and never shrinks. */
  engine: number
  /** The heap of the JavaScript around the engine. */
  heap: number
}

interface SynchronisedStream {
  nfd: number
}

/** The part of Emscripten's file system that is used here. PGlite exposes it, but its types do not. */
interface EmscriptenFiles {
  lookupPath(path: string): {
    node?: { mount?: { type?: { stream_ops?: { fsync?: (stream: SynchronisedStream) => number } } } }
  }
}

const port = parentPort
if (!port) throw new Error('the embedded engine runs in a worker thread')
const { directory, template } = workerData as WorkerData

try {
  const pglite = await open()
  const isDurable = directory !== null && supplyFsync(pglite)
  port.on('message', (message: ToWorker) => void answer(pglite, message))
  post({ kind: 'ready', isDurable })
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}

function open(): Promise<PGlite> {
  const isNew = directory === null || !existsSync(`${directory}/PG_VERSION`)
  return PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(template && isNew ? { loadDataDir: new Blob([template as Uint8Array<ArrayBuffer>]) } : {}),
    extensions: { pg_trgm },
    // PGlite's own parameters except -F, which would switch fsync off for a database on disk.
    startParams: [
      '--single',
      ...(directory === null ? ['-F'] : []),
      '-O',
      '-j',
      ...[
        'search_path=public',
        'exit_on_error=false',
        'log_checkpoints=false',
        'max_worker_processes=0',
        'max_parallel_workers=0',
        'max_parallel_workers_per_gather=0',
        'max_parallel_maintenance_workers=0',
        'io_method=sync',
        'wal_sync_method=fsync',
        // The engine never returns this memory, so the setting is small. Other pages are read from the system cache in
        // microseconds.
        'shared_buffers=16MB',
      ].flatMap((setting) => ['-c', setting]),
    ],
  })
}

/**
 * Adds fsync to Emscripten's file layer, which has none on Node. Without fsync, a commit is only as safe as the page
 * cache.
 */
function supplyFsync(pglite: PGlite): boolean {
  const { FS } = pglite.Module as unknown as { FS: EmscriptenFiles }
  const operations = FS.lookupPath('/pglite/data').node?.mount?.type?.stream_ops
  if (!operations) return false
  operations.fsync = (stream) => {
    fsyncSync(stream.nfd)
    return 0
  }
  if (directory) syncDirectory(directory)
  return true
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function answer(pglite: PGlite, message: ToWorker): Promise<void> {
  const { call } = message
  try {
    if (message.kind === 'execute') {
      post({ kind: 'answer', call, bytes: await execute(pglite, message.bytes) })
    } else if (message.kind === 'measure') {
      const { HEAPU8 } = pglite.Module as unknown as { HEAPU8: Uint8Array }
      post({
        kind: 'measured',
        call,
        memory: { engine: HEAPU8.buffer.byteLength, heap: getHeapStatistics().total_heap_size },
      })
    } else if (message.kind === 'dump') {
      const archive = await pglite.dumpDataDir('gzip')
      post({ kind: 'answer', call, bytes: new Uint8Array(await archive.arrayBuffer()) })
    } else {
      await pglite.close()
      post({ kind: 'answer', call, bytes: new Uint8Array() })
    }
  } catch (error) {
    post({ kind: 'error', call, message: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * Returns the answer as the engine writes it. `execProtocolRaw` is not used because it also turns every row into
 * objects and keeps them forever.
 */
async function execute(pglite: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  // A piece is a view of the engine's own memory, valid only until the engine continues.
  const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice())
  await pglite.execProtocolRawStream(request, { syncToFs: false, onRawData })
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Bytes are transferred, not copied, so this thread must not use them afterwards. */
function post(message: FromWorker): void {
  port?.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : [])
}
