import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@guiche/contract'
import { bareHeaders } from './bare-headers.ts'

/** Answers what is not a complete HTTP request like every other refusal, and closes the connection. */
export function refuseNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  refuse(socket, statusOf(error.code))
}

/** In ms. How long a client may take to read its answer. */
const readingTime = 500

/**
 * Answers on a raw socket, where no response object exists yet, and closes it. A socket that is closed while the client
 * still sends is reset, and the client may lose the answer; so what arrives is thrown away for a moment.
 */
export function refuse(socket: Socket, status: number): void {
  if (!socket.writable) return void socket.destroy()
  socket.removeAllListeners('data')
  socket.on('data', () => undefined)
  socket.end(answer(status))
  setTimeout(() => socket.destroy(), readingTime).unref()
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

function answer(status: number): string {
  const body = JSON.stringify({ error: 'ERR_VALIDATION' satisfies ErrorCode })
  const headers = {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
