import type { Answer } from './call.ts'
import type { Fault } from './faults.ts'

/** An answer as the faults leave it. */
export function spoil(answer: Answer, faults: readonly Fault[]): Answer {
  return faults.reduce(spoilBy, answer)
}

function spoilBy(answer: Answer, fault: Fault): Answer {
  switch (fault.kind) {
    case 'huge':
      return pad(answer, 'x'.repeat(fault.bytes))
    case 'deep':
      return pad(answer, nested(fault.levels))
    case 'broken': {
      const bytes = bytesOf(answer)
      return { ...answer, content: bytes.subarray(0, bytes.length / 2), headers: headersOf(answer) }
    }
    case 'html': {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return { status: 200, content: '<!doctype html><title>Bad gateway</title><h1>502</h1>', headers }
    }
    case 'slow':
    case 'trickle':
    case 'silent':
    case 'endless':
    case 'reset':
    case 'loseAnswer':
    case 'redirect':
    case 'answer':
      return answer
  }
}

/** A field more in an object, bytes more in anything else. */
function pad(answer: Answer, padding: unknown): Answer {
  if (typeof answer.body === 'object' && answer.body !== null && !Array.isArray(answer.body))
    return { ...answer, body: { ...answer.body, padding } }
  const bytes = Buffer.concat([bytesOf(answer), Buffer.from(JSON.stringify(padding))])
  return { ...answer, content: bytes, headers: headersOf(answer) }
}

/** So many lists, one in the other. */
function nested(levels: number): unknown {
  let inner: unknown = []
  for (let level = 1; level < levels; level += 1) inner = [inner]
  return inner
}

/** What is sent of an answer. */
export function bytesOf({ body, content }: Answer): Buffer {
  if (Buffer.isBuffer(content)) return content
  if (typeof content === 'string') return Buffer.from(content)
  if (content) return Buffer.from(content.join(''))
  return Buffer.from(body === undefined ? '' : JSON.stringify(body))
}

export function headersOf({ content, headers }: Answer): Record<string, string> {
  const type = content === undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
  return { 'content-type': type, ...headers }
}
