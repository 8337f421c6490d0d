import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from './call.ts'
import { bytesOf, headersOf } from './spoil.ts'

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, headersOf(answer))
  if (Array.isArray(answer.content)) for (const part of answer.content) response.write(part)
  else response.write(bytesOf(answer))
  response.end()
}

/** Sends the answer byte by byte, until it is complete or the client is gone. */
export async function trickle(response: ServerResponse, answer: Answer, bytesPerSecond: number): Promise<void> {
  response.writeHead(answer.status, headersOf(answer))
  for (const byte of bytesOf(answer)) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await setTimeout(1000 / bytesPerSecond, undefined, { ref: false })
  }
  response.end()
}

/** Begins like the answer and goes on until the client is gone, no faster than it reads. */
export async function sendEndless(response: ServerResponse, answer: Answer): Promise<void> {
  const gone = once(response, 'close')
  response.writeHead(200, headersOf(answer))
  response.write(answer.content === undefined ? '{"padding":"' : bytesOf(answer))
  const more = 'x'.repeat(64 * 1024)
  while (!response.destroyed) {
    if (response.write(more)) await setTimeout(1, undefined, { ref: false })
    else await Promise.race([once(response, 'drain'), gone])
  }
}
