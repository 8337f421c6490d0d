import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createTlsIdentity, type TlsIdentity } from './crypto/x509.ts'

/** One file on the media host. */
interface StoredFile {
  blob: Buffer
  kind: string
}

/** An error that the host answers, and for how many more requests. */
interface Failure {
  status: number
  times: number
}

const STEPS_PER_SECOND = 10

/** The https host that keeps encrypted files; clients insist on https for uploads and downloads. */
export class MediaHost {
  readonly tls: TlsIdentity = createTlsIdentity()
  readonly server: Server
  readonly #files = new Map<string, StoredFile>()
  readonly #expired = new Map<string, StoredFile>()
  #uploadFailure: Failure = { status: 0, times: 0 }
  #downloadFailure: Failure = { status: 0, times: 0 }
  #truncations = 0
  #port = 0
  #count = 0
  /** The speed of downloads. Not limited by default. */
  bytesPerSecond: number | undefined

  constructor() {
    this.server = createServer({ key: this.tls.key, cert: this.tls.cert }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  async start(port = 0): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.server.once('error', reject).listen(port, '127.0.0.1', resolve)
    await promise
    this.#port = portOf(this.server.address())
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeAllConnections()
    await closed
  }

  /** Host and port, as `<media_conn>` names them. */
  get host(): string {
    return `localhost:${this.#port}`
  }

  /** Refuses the next uploads with this status. */
  failUploads(status: number, times = 1): void {
    this.#uploadFailure = { status, times }
  }

  /** Refuses the next downloads with this status; 404 and 410 say that the file has expired. */
  failDownloads(status: number, times = 1): void {
    this.#downloadFailure = { status, times }
  }

  /** Breaks the next downloads off in the middle. */
  truncateDownloads(times = 1): void {
    this.#truncations = times
  }

  /** Lets a file expire: downloads get 410 until the phone uploads it again. */
  expire(directPath: string): void {
    const file = this.#files.get(directPath)
    if (!file) throw new Error(`media host: no file at ${directPath}`)
    this.#files.delete(directPath)
    this.#expired.set(directPath, file)
  }

  /** For phones: puts a file on the host. */
  store(blob: Buffer, kind: string): { url: string; directPath: string } {
    const directPath = `/v/${kind}/${++this.#count}.enc`
    this.#files.set(directPath, { blob, kind })
    return { url: `https://${this.host}${directPath}`, directPath }
  }

  /** For phones: uploads an expired file again. Undefined if it never existed. */
  renew(directPath: string): string | undefined {
    const file = this.#expired.get(directPath) ?? this.#files.get(directPath)
    return file && this.store(file.blob, file.kind).directPath
  }

  /** For phones: reads a file. */
  read(directPath: string): Buffer {
    const file = this.#files.get(directPath)
    if (!file) throw new Error(`media host: no file at ${directPath}`)
    return file.blob
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost')
    if (request.method === 'POST') await this.#takeUpload(pathname, request, response)
    else await this.#serve(pathname, response)
  }

  async #takeUpload(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const blob = await buffer(request)
    const status = due(this.#uploadFailure)
    if (status !== undefined) {
      response.writeHead(status).end('{}')
      return
    }
    const { url, directPath } = this.store(blob, path.split('/')[2] ?? 'file')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ url, direct_path: directPath }))
  }

  async #serve(path: string, response: ServerResponse): Promise<void> {
    const file = this.#files.get(path)
    const status = due(this.#downloadFailure) ?? (file ? undefined : this.#expired.has(path) ? 410 : 404)
    if (status !== undefined || !file) {
      response.writeHead(status ?? 404).end()
      return
    }
    const { blob } = file
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': blob.length })
    if (this.#truncations > 0) {
      this.#truncations--
      response.write(blob.subarray(0, blob.length / 2), () => response.destroy())
      return
    }
    await this.#pour(blob, response)
    response.end()
  }

  async #pour(blob: Buffer, response: ServerResponse): Promise<void> {
    const step = this.bytesPerSecond ? Math.ceil(this.bytesPerSecond / STEPS_PER_SECOND) : blob.length
    for (let from = 0; from < blob.length && !response.destroyed; from += step) {
      response.write(blob.subarray(from, from + step))
      if (this.bytesPerSecond) await setTimeout(1000 / STEPS_PER_SECOND)
    }
  }
}

/** The port that a server listens on. */
export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}

function due(failure: Failure): number | undefined {
  if (failure.times === 0) return undefined
  failure.times--
  return failure.status
}
