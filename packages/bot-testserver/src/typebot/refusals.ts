import type { Answer } from '../http/call.ts'
import { Refusal } from '../http/call.ts'

const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  429: 'TOO_MANY_REQUESTS',
} as const

export function failure(status: keyof typeof codes, message: string): Answer {
  return { status, body: { message, code: codes[status] } }
}

export function refusal(status: keyof typeof codes, message: string): Refusal {
  return new Refusal(failure(status, message))
}
